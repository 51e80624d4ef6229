package io.patchboard.kernel.decide.stage;

import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchLimits;
import io.patchboard.kernel.patch.PatchSyntaxException;
import io.patchboard.kernel.work.Work;

/** Is it a JSON Patch (RFC 6902 sections 3 and 4), within the limits, and of the form that the contract asks for? */
public final class Syntax {

    private Syntax() {}

    public static Checked<Parsed> check(Admitted admitted, PatchLimits limits, Work work) {
        try {
            return Expansion.read(admitted, Patch.parse(admitted.proposal().patch(), limits))
                    .then(parsed -> PatchForm.check(parsed, work));
        } catch (PatchSyntaxException e) {
            return Checked.refuse(e.code(), "/patch" + e.pointer(), e.getMessage());
        }
    }
}
