package io.patchboard.faults.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.world.Case;
import io.patchboard.faults.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges what a system holds after a fault, from the bytes that it stored. It shares no code with the kernel: Jackson
 * and another validator library, and checks of contracts and claims of its own.
 */
public final class Oracle {

    private final SchemaJudge schema;
    private final ContractJudge contract;
    private final ClaimJudge claims;

    public Oracle(World world) {
        this.schema = new SchemaJudge(world.blueprint().at("/state/schema"));
        this.contract = new ContractJudge(world.blueprint());
        this.claims = new ClaimJudge(world.claims());
    }

    public SchemaJudge schema() {
        return schema;
    }

    public ContractJudge contract() {
        return contract;
    }

    /**
     * @param before an honest state
     * @param stored what is held after the fault
     * @param actor the role of who really sent it; empty for a stranger
     * @param entitled whether they had a right to speak
     */
    public Verdict judge(JsonNode before, byte[] stored, String actor, boolean entitled, Case situation) {
        Optional<JsonNode> after = StrictJson.read(stored);
        if (after.isEmpty()) {
            return new Verdict(List.of("is not well-formed JSON"));
        }
        List<String> findings = new ArrayList<>(schema.findings(after.get()));
        findings.addAll(contract.findings(before, after.get(), actor, entitled));
        findings.addAll(claims.findings(before, after.get(), situation));
        return new Verdict(List.copyOf(findings));
    }
}
