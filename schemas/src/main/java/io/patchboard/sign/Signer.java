package io.patchboard.sign;

import io.patchboard.record.Command;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.Signature;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An author's private key, by which he signs what he sends. Safe for use by several threads. */
public final class Signer {

    private static final Pattern PEM =
            Pattern.compile("(?s)\\s*-----BEGIN PRIVATE KEY-----(.*)-----END PRIVATE KEY-----\\s*");

    private static final int LINE_CHARS = 64;

    private final PrivateKey key;
    private final String publicKey;

    private Signer(PrivateKey key, String publicKey) {
        this.key = key;
        this.publicKey = publicKey;
    }

    /** A new one. */
    public static Signer generate() {
        return of(new SecureRandom());
    }

    /**
     * Reads a key as {@code openssl genpkey -algorithm ed25519} writes it: PKCS#8 in PEM.
     *
     * @throws IllegalArgumentException if the text is another; nothing of it is in the message
     */
    public static Signer parse(String pem) {
        Matcher found = PEM.matcher(pem);
        if (!found.matches()) {
            throw unreadable();
        }
        try {
            byte[] encoded = Base64.getMimeDecoder().decode(found.group(1).getBytes(StandardCharsets.US_ASCII));
            PrivateKey read =
                    KeyFactory.getInstance(AuthorKey.ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(encoded));
            byte[] seed = ((EdECPrivateKey) read).getBytes().orElseThrow(Signer::unreadable);
            return of(new Fixed(seed));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw unreadable();
        }
    }

    private static IllegalArgumentException unreadable() {
        return new IllegalArgumentException(
                "Expected a private key of Ed25519 (-----BEGIN PRIVATE KEY-----), but got"
                        + " something else. \"patchboard keys make FILE\" or \"openssl genpkey -algorithm ed25519\" makes one.");
    }

    /** The JDK finds out the public half of a key only as it makes a pair of what a source of randomness says. */
    private static Signer of(SecureRandom random) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(AuthorKey.ALGORITHM);
            generator.initialize(NamedParameterSpec.ED25519, random);
            KeyPair pair = generator.generateKeyPair();
            return new Signer(pair.getPrivate(), AuthorKey.text(((EdECPublicKey) pair.getPublic()).getPoint()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Expected a JDK with Ed25519, but: " + e.getMessage(), e);
        }
    }

    /** A source that says one thing. */
    private static final class Fixed extends SecureRandom {

        private static final long serialVersionUID = 1;

        private final byte[] said;

        private Fixed(byte[] said) {
            this.said = said.clone();
        }

        @Override
        public void nextBytes(byte[] bytes) {
            System.arraycopy(said, 0, bytes, 0, bytes.length);
        }
    }

    /** The key's public half, as a blueprint has it. */
    public String publicKey() {
        return publicKey;
    }

    /** As {@link #parse} reads it. */
    public String pem() {
        String text = Base64.getMimeEncoder(LINE_CHARS, new byte[] {'\n'}).encodeToString(key.getEncoded());
        return "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n";
    }

    /** Signs what an author says. */
    public Signature sign(byte[] said, String audience) {
        try {
            java.security.Signature signer = java.security.Signature.getInstance(AuthorKey.ALGORITHM);
            signer.initSign(key);
            signer.update(said);
            return new Signature(audience, publicKey, Base64Url.encode(signer.sign()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Expected a JDK that signs with Ed25519, but: " + e.getMessage(), e);
        }
    }

    /**
     * The proposal, signed.
     *
     * @param topic that it is sent to
     */
    public PatchProposal sign(PatchProposal proposal, String topic) {
        return proposal.signed(Optional.of(sign(proposal.signedBytes(topic), topic)));
    }

    /**
     * The command, signed.
     *
     * @param topic that it is sent to
     */
    public Command sign(Command command, String topic) {
        return command.signed(Optional.of(sign(command.signedBytes(topic), topic)));
    }
}
