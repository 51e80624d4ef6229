package io.patchboard.kernel.decide.stage;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.patch.Revision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Requests to see more, made through the same patch: {@code add /$expand/-} with a handle as value (section 3.5 of the
 * paper). Nothing of it enters the state; the worker is invoked again, and its view takes the handles up first.
 *
 * <p>A handle refers to the worker's view, or to that of an earlier version which it names, and is followed from there.
 * If what it names is gone, it is refused rather than guessed at.
 */
public final class Expansion {

    private static final String MEMBER = "$expand";
    private static final JsonPointer TARGET = new JsonPointer(List.of(MEMBER, JsonPointer.END));
    private static final int MOST_HANDLES = 20;

    private Expansion() {}

    /** Whether the operation is one of these, or tries to be. */
    public static boolean isRequest(Operation operation) {
        return isReserved(operation.path())
                || operation.source().filter(Expansion::isReserved).isPresent();
    }

    /** A patch without requests to see more. */
    static Patch without(Patch patch) {
        List<Operation> others = new ArrayList<>(patch.operations());
        return others.removeIf(Expansion::isRequest) ? new Patch(others) : patch;
    }

    private static boolean isReserved(JsonPointer pointer) {
        return !pointer.isRoot() && pointer.tokens().get(0).equals(MEMBER);
    }

    /** Stage {@code SYNTAX}: the handles that a patch asks for. */
    public static Checked<Parsed> read(Admitted admitted, Patch patch) {
        List<AskedHandle> handles = new ArrayList<>();
        for (int i = 0; i < patch.operations().size(); i++) {
            Operation operation = patch.operations().get(i);
            if (isRequest(operation)) {
                Optional<AskedHandle> handle = handle(operation);
                if (handle.isEmpty()) {
                    return refuse(
                            "/patch/" + i,
                            "Expected {\"op\":\"add\",\"path\":\"" + TARGET
                                    + "\",\"value\":HANDLE} with a JSON Pointer, or"
                                    + " {\"handle\":POINTER,\"version\":NUMBER},"
                                    + " which is all that can be done at /" + MEMBER + ", but got something else.");
                }
                handles.add(handle.get());
            }
        }
        if (!handles.isEmpty() && admitted.invocation().isEmpty()) {
            return refuse(
                    "/patch",
                    "Expected an invocation that can be made again with more in its view, but an unsolicited proposal"
                            + " has none.");
        }
        if (handles.size() > MOST_HANDLES) {
            return refuse(
                    "/patch",
                    "Expected at most " + MOST_HANDLES + " handles at once, but got " + handles.size()
                            + ". Ask for what is needed most.");
        }
        return Checked.pass(new Parsed(admitted, patch, Optional.empty(), List.copyOf(handles)));
    }

    private static Checked<Parsed> refuse(String pointer, String message) {
        return Checked.refuse(RejectionCode.EXPAND, pointer, message);
    }

    private static Optional<AskedHandle> handle(Operation operation) {
        return operation instanceof Operation.Add add && add.path().equals(TARGET)
                ? AskedHandle.read(add.value())
                : Optional.empty();
    }

    /** Stage {@code AUTHORIZATION}: may the worker read what it asks for? */
    public static Optional<Rejection> unauthorized(Operation operation, String at, WorkerRole role) {
        JsonPointer handle = handle(operation).orElseThrow().place();
        return role.mayRead(handle)
                ? Optional.empty()
                : Optional.of(Rejection.of(
                        RejectionCode.READ_CONTRACT,
                        at + "/value",
                        Optional.of("/workers/" + JsonPointer.escape(role.name()) + "/read"),
                        "Expected the handle of something that worker \"" + role.name() + "\" may read ("
                                + readable(role) + "), but got \"" + handle + "\"."));
    }

    private static String readable(WorkerRole role) {
        return role.reads().isEmpty()
                ? "nothing"
                : role.reads().stream().map(PathPattern::toString).collect(Collectors.joining("; "));
    }

    /**
     * Stage {@code APPLICATION}: is there still what the worker asks for? Returns where it is after the patch.
     *
     * @throws io.patchboard.kernel.work.OverWorkException if following it takes more than is left
     */
    public static Checked<List<String>> locate(Parsed parsed, Revision revision, Work work) {
        if (parsed.expand().isEmpty()) {
            return Checked.pass(List.of());
        }
        Board board = parsed.admitted().board();
        OpenInvocation invocation = parsed.admitted().invocation().orElseThrow();
        boolean pinned = isPinned(invocation, board);
        List<String> places = new ArrayList<>();
        for (AskedHandle asked : parsed.expand()) {
            AskedHandle.Found found = asked.find(invocation, board, pinned, work);
            Optional<JsonPointer> now = found.place();
            JsonPointer handle = asked.place();
            if (now.isEmpty()) {
                return Checked.refuse(RejectionCode.STALE_HANDLE, handle.toString(), stale(asked, found));
            }
            Json shown = pinned ? board.stateAt(invocation.baseVersion()) : board.state();
            if (now.get().resolve(shown).isEmpty() || !parsed.admitted().role().mayRead(now.get())) {
                return Checked.refuse(
                        RejectionCode.PATH_MISSING,
                        handle.toString(),
                        "Expected the handle of a value that exists, but there is none at \"" + handle + "\".");
            }
            if (pinned) {
                places.add(now.get().toString());
                continue;
            }
            Following.charge(now.get(), revision.relocation().size(), work);
            Optional<JsonPointer> after = revision.relocation().after(now.get());
            if (after.isEmpty()) {
                return Checked.refuse(
                        RejectionCode.PATH_MISSING,
                        handle.toString(),
                        "Expected the handle of a value that the patch leaves where it can be seen, but the patch"
                                + " itself removes \"" + handle + "\".");
            }
            places.add(after.get().toString());
        }
        return Checked.pass(places.stream().distinct().toList());
    }

    private static String stale(AskedHandle asked, AskedHandle.Found found) {
        String shown = asked.version()
                .map(version -> "version " + version + " of the state had")
                .orElse("the worker's view showed");
        return found.goneIn() > 0
                ? "Expected a handle of what is still there, but what " + shown + " at \"" + asked.place()
                        + "\" was removed or replaced in version " + found.goneIn()
                        + ". Take it from the view of the next invocation."
                : "Expected a handle of a version from which changes are remembered, but nobody knows where that is now"
                        + " which " + shown + " at \"" + asked.place()
                        + "\". Take it from the view of the next invocation.";
    }

    /** A pinned view shows the same version again, in which a handle stays what it is. */
    private static boolean isPinned(OpenInvocation invocation, Board board) {
        return board.rules().pins(invocation.trigger());
    }

    /** Stage {@code BUDGET}: has the worker asked too often? */
    public static Checked<Candidate> afford(Candidate candidate) {
        Admitted admitted = candidate.admitted();
        int most = admitted.role().view().maxExpansions();
        return candidate.expand().isEmpty()
                        || admitted.invocation().orElseThrow().expansions().rounds() < most
                ? Checked.pass(candidate)
                : Checked.refuse(
                        RejectionCode.EXPANSIONS,
                        "",
                        "Expected an answer, because worker \""
                                + admitted.role().name() + "\" may ask to see more " + most
                                + " times for one trigger, but it asks again. Propose on what the view shows.");
    }
}
