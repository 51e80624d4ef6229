package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@code acl} prints, in each of its forms. */
class AclCommandTest {

    @Test
    void table_hasALineForEachRight() {
        assertThat(Cli.run("acl", "--for", "app").lines())
                .containsExactly(
                        "TOPIC patchboard.commands    WRITE  creates and steers boards",
                        "TOPIC patchboard.proposals   WRITE  proposes, and answers for workers",
                        "TOPIC patchboard.committed   READ   learns what became of what it sent",
                        "TOPIC patchboard.rejected    READ   learns what became of what it sent",
                        "TOPIC patchboard.blueprints  READ   takes published blueprints by name");
    }

    @Test
    void commands_areForTheShell() {
        Cli commands = Cli.run(
                "acl",
                "--for",
                "gateway",
                "--principal",
                "CN=night shift",
                "--queue",
                "reviews",
                "--prefix",
                "t.",
                "--group",
                "reviewers",
                "--commands",
                "kafka-1:9092");
        String call = "kafka-acls.sh --bootstrap-server kafka-1:9092 --command-config admin.properties --add"
                + " --allow-principal 'User:CN=night shift'";
        assertThat(commands.lines())
                .containsExactly(
                        call + " --operation Read --topic t.invocations.reviews",
                        call + " --operation Write --topic t.proposals",
                        call + " --operation Read --operation Write --operation Create --topic t.checkpoints",
                        call + " --operation Write --operation Create --topic t.trajectories",
                        call + " --operation Read --group t.limits",
                        call + " --operation Read --operation AlterConfigs --group reviewers"
                                + " --resource-pattern-type prefixed");
        assertThat(Cli.run("acl", "--for", "kernel", "--commands").lines())
                .last()
                .asString()
                .startsWith("kafka-acls.sh --bootstrap-server localhost:9092 ")
                .endsWith(" --operation Write --transactional-id patchboard.kernel- --resource-pattern-type prefixed");
    }

    @Test
    void severalParts_areOneSetOfRights() {
        assertThat(Cli.run("acl", "--for", "app,reader", "--prefix", "t.").lines())
                .containsExactly(
                        "TOPIC t.commands       WRITE  creates and steers boards",
                        "TOPIC t.proposals      WRITE  proposes, and answers for workers",
                        "TOPIC t.committed      READ   learns what became of what it sent; reads what was committed",
                        "TOPIC t.rejected       READ   learns what became of what it sent; reads what was rejected",
                        "TOPIC t.blueprints     READ   takes published blueprints by name",
                        "TOPIC t.invocations.*  READ   reads what workers were shown",
                        "TOPIC t.checkpoints    READ   reads how far workers are");
    }

    @Test
    void sourcesAndChildren_haveTheirGroups_andTransactions() {
        assertThat(Cli.run("acl", "--for", "sources", "--prefix", "t.").lines())
                .contains(
                        "TOPIC t.dead-letters         WRITE CREATE  keeps what cannot be mapped",
                        "TRANSACTIONAL_ID t.source.*  WRITE         writes what is made, and how far it read, in one");
        assertThat(Cli.run("acl", "--for", "children", "--prefix", "t.").lines())
                .contains(
                        "TOPIC t.invocations.boards  READ   learns which boards are asked for",
                        "GROUP t.child-boards        READ   shares the work with others that make boards");
    }

    @Test
    void json_hasThePrincipal() {
        Json json = Cli.run("acl", "--for", "audit", "--json").json();
        assertThat(JsonPointer.parse("/principal").resolve(json)).contains(Json.of("User:patchboard-audit"));
        assertThat(JsonPointer.parse("/rights/5/operations/0").resolve(json)).contains(Json.of("DESCRIBE"));
    }

    @Test
    void quota_standsBesideTheRights_inEachForm() {
        String[] acl = {"acl", "--for", "publisher", "--principal", "acme", "--quota", "5000000"};
        assertThat(Cli.run(acl).lines())
                .last()
                .isEqualTo("USER acme  quota: 5000000 bytes a second are written, and as many read");
        assertThat(Cli.run(with(acl, "--commands", "k:1")).lines())
                .last()
                .isEqualTo("kafka-configs.sh --bootstrap-server k:1 --command-config admin.properties --alter"
                        + " --entity-type users --entity-name acme"
                        + " --add-config producer_byte_rate=5000000,consumer_byte_rate=5000000");
        assertThat(Cli.run(with(acl, "--strimzi", "c")).out())
                .endsWith("  quotas: {producerByteRate: 5000000, consumerByteRate: 5000000}\n");
        assertThat(JsonPointer.parse("/quota")
                        .resolve(Cli.run(with(acl, "--json")).json()))
                .contains(Json.of(5_000_000));
        assertThat(Cli.run("acl", "--for", "app", "--quota", "0").err()).contains("1 byte a second or more");
    }

    private static String[] with(String[] arguments, String... more) {
        return Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void whatCannotBe_isRefused() {
        assertThat(Cli.run("acl").err()).contains("--for");
        assertThat(Cli.run("acl", "--for", "everybody").err())
                .contains("kernel, gateway, app, reader, publisher, audit");
        assertThat(Cli.run("acl", "--for", "app", "--queue", "q").err())
                .contains("Expected --queue with --for gateway");
        assertThat(Cli.run("acl", "--for", "app", "--strimzi", "c", "--commands")
                        .err())
                .contains("mutually exclusive");
        Cli name = Cli.run("acl", "--for", "app", "--strimzi", "c", "--principal", "CN=app");
        assertThat(name.err()).contains("Expected a principal that is a name in Kubernetes", "\"CN=app\"");
        assertThat(name.exitCode()).isEqualTo(1);
    }
}
