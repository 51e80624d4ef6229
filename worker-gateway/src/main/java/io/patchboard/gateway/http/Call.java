package io.patchboard.gateway.http;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;

/** One request, as routes see it. */
public final class Call {

    static final String WITHOUT_TOKEN = "patchboard.without-token";

    private final Context context;
    private final BodyReader bodies;
    private final EndPoint connection;
    private volatile boolean followed;

    Call(Context context, BodyReader bodies) {
        this.context = context;
        this.bodies = bodies;
        this.connection = ServletContextRequest.getServletContextRequest(context.req())
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint();
    }

    /** Whether it brought no token, and came in for what its path says alone. */
    public boolean isAdmittedWithoutToken() {
        return Boolean.TRUE.equals(context.attribute(WITHOUT_TOKEN));
    }

    public String pathParameter(String name) {
        return context.pathParam(name);
    }

    /** A query parameter that is not empty. */
    public Optional<String> query(String name) {
        return Optional.ofNullable(context.queryParam(name)).filter(value -> !value.isEmpty());
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(context.header(name)).filter(value -> !value.isEmpty());
    }

    /** Type and subtype in lower case, without parameters; empty if the caller names none. */
    public String contentType() {
        return header("Content-Type")
                .map(type -> type.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT))
                .orElse("");
    }

    /**
     * The body; fails with a {@link ProblemException} if it is too large or too slow. Whoever goes on from here does so
     * on one of the server's threads.
     */
    public CompletableFuture<byte[]> body() {
        String coding = header("Content-Encoding").orElse("identity");
        if (!coding.equalsIgnoreCase("identity")) {
            return CompletableFuture.failedFuture(new ProblemException(
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                    "Expected a body as it is, but it has the coding " + coding + "."));
        }
        return bodies.read(context.req());
    }

    /**
     * Whether the caller has closed the connection, to be asked once the body has been read. HTTP has no other sign
     * that somebody waits no more. Should the next request of the same connection be there already, its first byte is
     * lost by looking; the connection is then closed after this reply, as HTTP allows, and its caller repeats it.
     */
    public boolean isGone() {
        if (followed) {
            return false;
        }
        ByteBuffer one = ByteBuffer.allocate(1);
        one.flip();
        try {
            int read = connection.fill(one);
            followed = read > 0;
            return read < 0;
        } catch (IOException e) {
            return true;
        }
    }

    boolean mustClose() {
        return followed;
    }
}
