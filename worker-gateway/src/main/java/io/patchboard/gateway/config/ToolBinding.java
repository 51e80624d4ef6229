package io.patchboard.gateway.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where tools of a worker come from, that is a language model. */
public sealed interface ToolBinding {

    /** The same, but that a program which belongs to it does not get these secrets. */
    default ToolBinding keepingFrom(KnownSecrets others) {
        return this;
    }

    /**
     * Some tools of a server that speaks the Model Context Protocol over HTTP.
     *
     * @param allow names of the tools that are offered, as the server has them; what it offers else stays unknown
     * @param prefix before these names, so that those of two servers differ; may be empty
     * @param effects of those that have any; who is asked is another tool of the server
     */
    record McpEndpoint(
            HttpEndpoint endpoint, List<String> allow, String prefix, Map<String, ToolEffects<String>> effects)
            implements ToolBinding {

        public McpEndpoint {
            allow = List.copyOf(allow);
            effects = Map.copyOf(effects);
        }
    }

    /**
     * The same of a server that is a program, over its stdin and stdout.
     *
     * @param hinted whether its own word counts on which of its tools reach outside, since the file has none
     */
    record McpProgram(
            WorkerBinding.Program program,
            List<String> allow,
            String prefix,
            Map<String, ToolEffects<String>> effects,
            boolean hinted)
            implements ToolBinding {

        public McpProgram {
            allow = List.copyOf(allow);
            effects = Map.copyOf(effects);
        }

        @Override
        public ToolBinding keepingFrom(KnownSecrets others) {
            return new McpProgram(program.keepingFrom(others), allow, prefix, effects, hinted);
        }
    }

    /** An endpoint that takes arguments and gives a result. */
    record Http(ToolDescription description, HttpEndpoint endpoint, Optional<ToolEffects<HttpEndpoint>> effects)
            implements ToolBinding {}

    /** A program that is started for each call. */
    record Program(
            ToolDescription description,
            WorkerBinding.Program program,
            Optional<ToolEffects<WorkerBinding.Program>> effects)
            implements ToolBinding {

        @Override
        public ToolBinding keepingFrom(KnownSecrets others) {
            return new Program(
                    description,
                    program.keepingFrom(others),
                    effects.map(has -> new ToolEffects<>(has.asked().map(asked -> asked.keepingFrom(others)))));
        }
    }

    /** The tool {@code tool} of the {@link io.patchboard.gateway.worker.WorkerProvider} named {@code provider}. */
    record Provided(String provider, String tool) implements ToolBinding {}
}
