package io.patchboard.gateway.http;

import io.javalin.http.HttpStatus;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Problem documents for what Jetty refuses before a route is asked, such as a path that can be read in two ways. */
final class ProblemPages extends ErrorHandler {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        Object message = request.getAttribute(ERROR_MESSAGE);
        Reply reply = page(status, message == null ? "" : message.toString())
                .reply(request.getHttpURI().getPath());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.contentType());
        Content.Sink.write(response, true, new String(reply.body(), StandardCharsets.UTF_8), callback);
        return true;
    }

    private static Problem page(int status, String reason) {
        HttpStatus known = HttpStatus.forStatus(status);
        return Problem.of(
                known,
                "Expected a request that HTTP permits, but: " + (reason.isEmpty() ? known.getMessage() : reason) + ".");
    }
}
