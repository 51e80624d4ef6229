package io.patchboard.gateway.http;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.patchboard.gateway.access.Principal;
import io.patchboard.gateway.access.Right;
import io.patchboard.tracing.TraceHeaders;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;

/** One request, as routes see it. */
public final class Call {

    static final String WITHOUT_TOKEN = "patchboard.without-token";
    static final String PRINCIPAL = "patchboard.principal";

    /** Whose the token is as of now, for what goes on for long. Absent where no token is asked for. */
    static final String PRINCIPAL_NOW = "patchboard.principal.now";

    private final Context context;
    private final BodyReader bodies;
    private final EndPoint connection;
    private final boolean hasBody;
    private volatile boolean read;
    private volatile boolean followed;

    Call(Context context, BodyReader bodies) {
        this.context = context;
        this.bodies = bodies;
        this.hasBody = hasBody(context.req());
        this.connection = ServletContextRequest.getServletContextRequest(context.req())
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint();
    }

    /** Whether it brought no token, and came in for what its path says alone. */
    public boolean isAdmittedWithoutToken() {
        return Boolean.TRUE.equals(context.attribute(WITHOUT_TOKEN));
    }

    /** Whether it came in without a token to a path that is open to all, where tokens are asked for elsewhere. */
    public boolean isAnonymous() {
        return principal(context).isEmpty();
    }

    /** Whether it brought a token; where none is asked for it did not, whoever it is. */
    public boolean hasToken() {
        return named(context).isPresent();
    }

    /**
     * Who calls.
     *
     * @throws IllegalStateException if it came in without a token, for what its path says
     */
    public Principal principal() {
        return principal(context)
                .orElseThrow(() -> new IllegalStateException("Nobody was asked for at " + Routes.path(context) + "."));
    }

    /**
     * Whether who brought this request may still do something, while it goes on. Rights are read again now and then.
     */
    public static BooleanSupplier stillMay(Context context, Right right) {
        Supplier<Optional<Principal>> now = context.attribute(PRINCIPAL_NOW);
        return now == null
                ? () -> true
                : () -> now.get().filter(caller -> caller.may(right)).isPresent();
    }

    /** Who brought a request; absent where no token is asked for, so that anybody may have. */
    public static Optional<Principal> named(Context context) {
        return context.attribute(PRINCIPAL_NOW) == null ? Optional.empty() : principal(context);
    }

    static Optional<Principal> principal(Context context) {
        return Optional.ofNullable(context.attribute(PRINCIPAL));
    }

    /** @throws ProblemException if the caller may not */
    public void require(Right right) {
        require(principal().may(right), "a token with the right " + right.word());
    }

    /** @throws ProblemException if the caller may not propose as this worker */
    public void requirePropose(String worker) {
        require(principal().mayPropose(worker), "a token whose principal may propose as \"" + worker + "\"");
    }

    /**
     * As {@link #require(Right)}, for what is no right by itself.
     *
     * @param expected a token that would do
     */
    public void require(boolean allowed, String expected) {
        if (!allowed) {
            throw Problem.of(HttpStatus.FORBIDDEN, "Expected " + expected + ", but it is that of " + principal() + ".")
                    .withType("forbidden")
                    .asException();
        }
    }

    public String pathParameter(String name) {
        return context.pathParam(name);
    }

    /** A query parameter. It is not empty: who calls with an empty one is refused. */
    public Optional<String> query(String name) {
        return Optional.ofNullable(context.queryParam(name));
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(context.header(name)).filter(value -> !value.isEmpty());
    }

    /** The trace that the caller is in, by his headers. */
    public io.opentelemetry.context.Context trace() {
        return TraceHeaders.read(this::header);
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
        return coded().map(CompletableFuture::<byte[]>failedFuture).orElseGet(() -> {
            read = true;
            return bodies.read(context.req());
        });
    }

    private Optional<ProblemException> coded() {
        return header("Content-Encoding")
                .filter(coding -> !coding.equalsIgnoreCase("identity"))
                .map(coding -> new ProblemException(
                        HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                        "Expected a body as it is, but it has the coding " + coding + "."));
    }

    /** The body as it comes, of any length, for who may wait for it. */
    InputStream stream() throws IOException {
        Optional<ProblemException> coded = coded();
        if (coded.isPresent()) {
            throw coded.get();
        }
        read = true;
        return context.req().getInputStream();
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

    /** Closes the connection, whoever reads from it or writes to it. Only before the request has been answered. */
    public void hangUp() {
        connection.close();
    }

    boolean mustClose() {
        return followed || hasBody && !read;
    }

    /** The reply to it. */
    Reply closing(Reply reply) {
        return mustClose() ? reply.withHeader("Connection", "close") : reply;
    }

    /** Where one is not read, Jetty closes the connection; who is not told loses the next request on it. */
    private static boolean hasBody(HttpServletRequest request) {
        return request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
    }
}
