package io.patchboard.kernel.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.BlueprintWork;
import io.patchboard.kernel.blueprint.CompileResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlueprintsTest {

    private static final Json SOURCE = Texts.json("""
            name: spelled
            apiVersion: patchboard/v1
            workers: {w: {unsolicited: true, write: [{path: /n, op: [add], onConflict: overwrite}]}}
            state: {schema: {properties: {n: {type: integer}}}, initial: {z: 1, n: 1.0}}
            """);

    private static final Json CANONICAL = JsonReader.parse(CanonicalJson.text(SOURCE));

    /** What a board's log holds must not depend on which other boards its kernel has seen before. */
    @Test
    void compile_sameBlueprintSpelledOtherwise_isTheSameInEachOrder() {
        assertThat(text(new Blueprints(), SOURCE)).isEqualTo(text(new Blueprints(), CANONICAL));

        Blueprints shared = new Blueprints();
        assertThat(text(shared, CANONICAL)).isEqualTo(text(shared, SOURCE));
    }

    @Test
    void recompile_ofWhatAStoreKept_isTheSame() {
        assertThat(((CompileResult.Valid) new Blueprints().recompile(CANONICAL))
                        .blueprint()
                        .workers()
                        .get("w")
                        .writesSource()
                        .toString())
                .isEqualTo(compiled(new Blueprints(), SOURCE)
                        .workers()
                        .get("w")
                        .writesSource()
                        .toString());
    }

    @Test
    void known_isWhatWasCompiled_andNothingElse() {
        Blueprints blueprints = new Blueprints();
        assertThat(blueprints.known(CanonicalJson.sha256(SOURCE))).isEmpty();

        Blueprint compiled = compiled(blueprints, SOURCE);

        assertThat(blueprints.known(compiled.hash()).orElseThrow()).isSameAs(compiled);
        assertThat(((CompileResult.Valid) blueprints.recompile(CANONICAL)).blueprint())
                .isSameAs(compiled);
    }

    /** What a decision is charged must not depend on it, either. */
    @Test
    void compile_tellsWhatItTakes_rememberedOrNot_beforeItIsDone() {
        Blueprints blueprints = new Blueprints();
        assertThatThrownBy(() -> blueprints.compile(SOURCE, steps -> {
                    throw new IllegalStateException("too dear");
                }))
                .hasMessage("too dear");
        assertThat(blueprints.remembered()).isZero();

        List<Long> told = new ArrayList<>();
        for (Json source : List.of(SOURCE, CANONICAL, SOURCE)) {
            blueprints.compile(source, told::add);
        }
        assertThat(told).hasSize(3).containsOnly(BlueprintWork.of(SOURCE));
    }

    /** They take heap as they took work, and whoever sends them decides how large they are. */
    @Test
    void remembered_areThoseThatWereUsedLast_byWhatCompilingThemTook() {
        long one = BlueprintWork.of(SOURCE);
        Blueprints blueprints = new Blueprints(3 * one + one / 2);
        String first = compiled(blueprints, named("n0")).hash();
        for (int i = 1; i < 10; i++) {
            compiled(blueprints, named("n" + i));
            assertThat(blueprints.known(first)).isPresent();
        }

        assertThat(blueprints.remembered()).isEqualTo(3);
        assertThat(blueprints.known(CanonicalJson.sha256(named("n9")))).isPresent();
        assertThat(blueprints.known(CanonicalJson.sha256(named("n7")))).isEmpty();
    }

    @Test
    void refused_keepsItsProblemsAlone() {
        Json bad = ((JsonObject) SOURCE).with("workers", JsonReader.parse("{\"w\":{\"raed\":[]}}"));

        assertThat(new Blueprints().compile(bad)).isInstanceOfSatisfying(CompileResult.Invalid.class, invalid -> {
            assertThat(invalid.problems()).isNotEmpty();
            assertThat(invalid.stateSchema()).isEmpty();
        });
    }

    private static Json named(String name) {
        return ((JsonObject) SOURCE).with("name", Json.of(name));
    }

    private static String text(Blueprints blueprints, Json source) {
        return compiled(blueprints, source).workers().get("w").writesSource().toString();
    }

    private static Blueprint compiled(Blueprints blueprints, Json source) {
        return ((CompileResult.Valid) blueprints.compile(source)).blueprint();
    }
}
