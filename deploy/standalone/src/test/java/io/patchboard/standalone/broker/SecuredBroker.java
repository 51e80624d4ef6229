package io.patchboard.standalone.broker;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.config.provider.DirectoryConfigProvider;

/**
 * The embedded broker as a careful team sets its own up: clients come over TLS, log in by SCRAM, and may do what an ACL
 * says and nothing else. Only who is on this machine comes in beside that, as an administrator.
 */
public final class SecuredBroker implements AutoCloseable {

    private static final String PASSWORD = "trusted-in-tests";

    private final Path dir;
    private final GuardedBroker broker;
    private final int port;
    private final Admin admin;

    private SecuredBroker(Path dir, GuardedBroker broker, int port) {
        this.dir = dir;
        this.broker = broker;
        this.port = port;
        this.admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    public static SecuredBroker start(Path dir) throws Exception {
        Files.createDirectories(dir);
        makeCertificate(dir);
        int port = LoopbackPorts.chooseTwo()[0];
        return new SecuredBroker(
                dir, GuardedBroker.start(dir.resolve("data"), settings -> secure(settings, dir, port)), port);
    }

    private static void secure(Map<String, String> settings, Path dir, int port) {
        settings.merge("listeners", ",SECURED://" + LoopbackPorts.HOST + ":" + port, String::concat);
        settings.merge("listener.security.protocol.map", ",SECURED:SASL_SSL", String::concat);
        settings.put("allow.everyone.if.no.acl.found", "false");
        settings.put("super.users", "User:ANONYMOUS");
        settings.put("sasl.enabled.mechanisms", ScramMechanism.SCRAM_SHA_512.mechanismName());
        settings.put(
                "listener.name.secured.scram-sha-512.sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required;");
        settings.put("listener.name.secured.ssl.keystore.type", "PKCS12");
        settings.put("listener.name.secured.ssl.keystore.location", keys(dir).toString());
        settings.put("listener.name.secured.ssl.keystore.password", PASSWORD);
    }

    private static Path keys(Path dir) {
        return dir.resolve("broker.p12");
    }

    private static Path trusted(Path dir) {
        return dir.resolve("trusted.p12");
    }

    private static void makeCertificate(Path dir) throws IOException, InterruptedException {
        keytool(
                "-genkeypair",
                "-keystore",
                keys(dir),
                "-keyalg",
                "EC",
                "-dname",
                "CN=broker",
                "-ext",
                "san=ip:127.0.0.1");
        Path certificate = dir.resolve("broker.crt");
        keytool("-exportcert", "-keystore", keys(dir), "-file", certificate);
        keytool("-importcert", "-noprompt", "-keystore", trusted(dir), "-file", certificate);
    }

    private static void keytool(Object... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        command.addAll(List.of("-alias", "broker", "-storetype", "PKCS12", "-storepass", PASSWORD));
        Process tool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String told = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (tool.waitFor() != 0) {
            throw new IOException("Expected a certificate, but " + told);
        }
    }

    /** With all rights. */
    public Admin admin() {
        return admin;
    }

    public String bootstrapServers() {
        return LoopbackPorts.HOST + ":" + port;
    }

    /** Where an administrator comes in. */
    public String plainServers() {
        return broker.bootstrapServers();
    }

    /** Makes a user without rights, and returns the properties of a client of his. */
    public Map<String, String> user(String name) throws Exception {
        String password = "of " + name;
        admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(
                        name, new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096), password)))
                .all()
                .get();
        Map<String, String> client = Map.of(
                "security.protocol",
                "SASL_SSL",
                "sasl.mechanism",
                ScramMechanism.SCRAM_SHA_512.mechanismName(),
                "sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"" + name + "\" password=\""
                        + password + "\";",
                "ssl.truststore.type",
                "PKCS12",
                "ssl.truststore.location",
                trusted(dir).toString(),
                "ssl.truststore.password",
                PASSWORD);
        Map<String, Object> asAdmin = new HashMap<>(client);
        asAdmin.put("bootstrap.servers", bootstrapServers());
        // The broker learns it from its controller.
        await().atMost(Duration.ofMinutes(5)).ignoreExceptions().until(() -> {
            try (Admin login = Admin.create(asAdmin)) {
                return login.listTopics().names().get() != null;
            }
        });
        return client;
    }

    /** The same in a file, as {@code --config} takes it; how to log in stands in another, as a mounted secret does. */
    public Path configFile(String name) throws Exception {
        Properties properties = new Properties();
        properties.putAll(user(name));
        Path secret = Files.createDirectories(dir.resolve(name));
        Files.writeString(secret.resolve("sasl.jaas.config"), properties.getProperty("sasl.jaas.config"));
        properties.put("config.providers", "secret");
        properties.put("config.providers.secret.class", DirectoryConfigProvider.class.getName());
        properties.put("sasl.jaas.config", "${secret:" + secret + ":sasl.jaas.config}");
        Path file = dir.resolve(name + ".properties");
        try (var writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        }
        return file;
    }

    @Override
    public void close() {
        admin.close();
        broker.close();
    }
}
