package io.patchboard.sign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.JsonReader;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Signature;
import io.patchboard.record.Usage;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys and signatures as RFC 8032 and OpenSSL have them. */
final class SignerTest {

    private static final HexFormat HEX = HexFormat.of();

    private static String pem(String seed) {
        byte[] der = HEX.parseHex("302e020100300506032b657004220420" + seed);
        return "-----BEGIN PRIVATE KEY-----\n" + Base64.getEncoder().encodeToString(der)
                + "\n-----END PRIVATE KEY-----\n";
    }

    /** RFC 8032, section 7.1, tests 1 to 3. */
    @ParameterizedTest
    @CsvSource({
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60, d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a, '', e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb, 3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c, 72, 92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7, fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025, af82, 6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    })
    void signaturesOfTheSpecification(String seed, String publicKey, String message, String expected) {
        Signer key = Signer.parse(pem(seed));
        byte[] said = HEX.parseHex(message);

        Signature signature = key.sign(said, "t");

        assertThat(key.publicKey()).isEqualTo(Base64Url.encode(HEX.parseHex(publicKey)));
        assertThat(signature).isEqualTo(new Signature("t", key.publicKey(), Base64Url.encode(HEX.parseHex(expected))));
        AuthorKey author = AuthorKey.parse(key.publicKey()).orElseThrow();
        assertThat(author.verifies(said, signature.value())).isTrue();
        assertThat(author.verifies(Arrays.copyOf(said, said.length + 1), signature.value()))
                .isFalse();
    }

    @Test
    void generatedKey_isReadAsItWasWritten() {
        Signer key = Signer.generate();

        assertThat(Signer.parse(key.pem()).publicKey()).isEqualTo(key.publicKey());
        assertThat(Signer.generate().publicKey()).isNotEqualTo(key.publicKey());
    }

    /** A key of P-256, one of Ed448, a public key, garbage; the message repeats none of it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "secret",
                "-----BEGIN PRIVATE KEY-----\nsecret\n-----END PRIVATE KEY-----",
                "-----BEGIN PRIVATE KEY-----\nMEcCAQAwBQYDK2VxBDsEOWyYpfcvY1bZ0oyCk4Nl3AGgUZs4q0Vc1nXyv7yX0QWn8dYyKp1SxgGqTOc0r3o6WQ8d2D3o1lqVSw==\n-----END PRIVATE KEY-----",
                "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----"
            })
    void whatIsNoPrivateKey_isRefusedWithoutEcho(String text) {
        assertThatThrownBy(() -> Signer.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("openssl genpkey")
                .hasMessageNotContaining("secret");
    }

    /** For these anybody can make signatures; the first would verify with a JDK that takes such keys. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0100000000000000000000000000000000000000000000000000000000000000",
                "0100000000000000000000000000000000000000000000000000000000000080",
                "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "0000000000000000000000000000000000000000000000000000000000000000",
                "0000000000000000000000000000000000000000000000000000000000000080",
                "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
                "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
                "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
                "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
                "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "0200000000000000000000000000000000000000000000000000000000000000"
            })
    void pointsThatSignAnything_orAreNotOnTheCurve_areNoKeys(String hex) {
        assertThat(AuthorKey.parse(Base64Url.encode(HEX.parseHex(hex)))).isEmpty();
    }

    /** What an author signs is told byte for byte, so that he can do it in any language. */
    @Test
    void signedBytes_areALineAndCanonicalJson() {
        PatchProposal proposal = new PatchProposal(
                        "p-1",
                        "b-1",
                        "author",
                        Optional.empty(),
                        JsonReader.parse("[{\"value\":1.50,\"path\":\"/n\",\"op\":\"replace\"}]"),
                        Optional.of(new Usage(3, 0, Optional.of(new BigDecimal("0.10")))),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("ab".repeat(32)))
                .sentBy(Optional.of("a server"));

        assertThat(new String(proposal.signedBytes("patchboard.proposals"), StandardCharsets.UTF_8))
                .isEqualTo("patchboard-proposal-1\n{\"audience\":\"patchboard.proposals\",\"boardId\":\"b-1\","
                        + "\"patch\":[{\"op\":\"replace\",\"path\":\"/n\",\"value\":1.5}],\"proposalId\":\"p-1\","
                        + "\"usage\":{\"cost\":0.1,\"inputTokens\":3,\"outputTokens\":0},\"viewHash\":\""
                        + "ab".repeat(32) + "\",\"worker\":\"author\"}");
    }
}
