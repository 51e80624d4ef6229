package io.patchboard.standalone.cli.base;

import io.patchboard.client.ask.MissingTopicException;
import io.patchboard.client.ask.UnusableBoardIdException;
import io.patchboard.client.log.UnreadableLogException;
import io.patchboard.client.seal.SealException;
import io.patchboard.standalone.broker.BrokerStartException;
import io.patchboard.standalone.screen.Text;
import io.patchboard.text.Spelling;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Every failure of a command as one sentence on stderr and an exit code; never a stack trace. */
public final class ExceptionMapper implements IExecutionExceptionHandler, IParameterExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ExceptionMapper.class);

    /** The library shows the names of constants. */
    private static final Pattern NO_SUCH_WORD = Pattern.compile(
            "^Invalid value for option '([^']*)'.*: expected one of \\[([A-Z_, ]+)\\] \\(case-insensitive\\) but was '(.*)'$",
            Pattern.DOTALL);

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
        if (e instanceof ParameterException usage) {
            return handleParseException(usage, parsed.originalArgs().toArray(String[]::new));
        }
        LOG.debug("The command failed.", e);
        say(command, sentence(e));
        return e instanceof CliException known ? known.exitCode() : ExitCodes.FAILED;
    }

    @Override
    public int handleParseException(ParameterException thrown, String[] args) {
        CommandLine command = thrown.getCommandLine();
        ParameterException e = misspelt(thrown);
        say(command, surplus(e).orElseGet(() -> plain(e.getMessage())));
        CommandLine.UnmatchedArgumentException.printSuggestions(e, command.getErr());
        command.getErr().println("See \"" + command.getCommandSpec().qualifiedName() + " --help\".");
        return ExitCodes.FAILED;
    }

    /** An option that is missing may be there, misspelt. */
    private static ParameterException misspelt(ParameterException e) {
        List<String> unknown = e.getCommandLine().getUnmatchedArguments();
        if (!(e instanceof CommandLine.MissingParameterException) || unknown.isEmpty()) {
            return e;
        }
        var unmatched = new CommandLine.UnmatchedArgumentException(e.getCommandLine(), unknown);
        return unmatched.isUnknownOption() ? unmatched : e;
    }

    /** Of arguments that have no place; the library counts them from the name of the first command on. */
    private static Optional<String> surplus(ParameterException e) {
        return e instanceof CommandLine.UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()
                ? Optional.of("Expected "
                        + (e.getCommandLine().getSubcommands().isEmpty() ? "no more arguments" : "one of its commands")
                        + unmatched.getUnmatched().stream().collect(Collectors.joining("', '", ", but got '", "'.")))
                : Optional.empty();
    }

    /** The words of the library, without its slips. */
    private static String plain(String message) {
        Matcher word = NO_SUCH_WORD.matcher(message);
        return word.find()
                ? "Expected one of " + word.group(2).toLowerCase(Locale.ROOT).replace('_', '-') + " for "
                        + word.group(1) + ", but got \"" + word.group(3) + "\"."
                        + Spelling.question(
                                word.group(3).toLowerCase(Locale.ROOT),
                                List.of(word.group(2).toLowerCase(Locale.ROOT).split(", ")))
                : message.replace("Value for option option ", "Value for option ")
                        .replaceFirst("^Error: ", "");
    }

    private static void say(CommandLine command, String sentence) {
        command.getErr().println(Text.printable(sentence));
        command.getErr().flush();
    }

    private static String sentence(Exception e) {
        if (e instanceof CliException
                || e instanceof BrokerStartException
                || e instanceof UnreadableLogException
                || e instanceof SealException
                || e instanceof UnusableBoardIdException
                || e instanceof MissingTopicException) {
            return e.getMessage();
        }
        if (e instanceof InterruptException || e instanceof InterruptedException) {
            return "Expected to finish, but the command was interrupted.";
        }
        if (e instanceof CompletionException && e.getCause() instanceof Exception cause) {
            return sentence(cause);
        }
        if (e instanceof TopicAuthorizationException refused) {
            Set<String> topics = new TreeSet<>(refused.unauthorizedTopics());
            return "Expected to be allowed to use "
                    + (topics.isEmpty() ? "the topics of PatchBoard" : String.join(", ", topics))
                    + ", but Kafka refuses it to these credentials. \"patchboard acl --for reader\" prints the rights that"
                    + " reading needs, \"acl --for app\" those that sending needs,"
                    + " \"acl --for sealer,opener\" those that sealed values do.";
        }
        if (e instanceof KafkaException kafka) {
            return "Expected Kafka to answer, but " + reason(kafka) + ".";
        }
        return "Expected no fault in PatchBoard itself, but got " + e
                + ". PATCHBOARD_LOG=DEBUG shows where; please report it.";
    }

    /** Why Kafka could not serve, as the rest of a sentence that ends in "but". */
    public static String reason(Throwable e) {
        if (e instanceof TimeoutException) {
            return "no answer came in time" + detail(e);
        } else if (e instanceof AuthenticationException) {
            return "it refused the credentials" + detail(e);
        } else if (e instanceof AuthorizationException) {
            return "it does not allow this" + detail(e);
        } else if (e instanceof ConfigException) {
            return "the settings are wrong" + detail(e);
        }
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return "it failed" + detail(root);
    }

    private static String detail(Throwable e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        String trimmed = message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
        return trimmed.toLowerCase(Locale.ROOT).startsWith("timed out") ? "" : " (" + trimmed + ")";
    }
}
