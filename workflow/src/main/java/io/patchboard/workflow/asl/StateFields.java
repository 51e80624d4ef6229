package io.patchboard.workflow.asl;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which fields a state of each type may have, in each query language. */
final class StateFields {

    private static final Map<String, String> BOTH = Map.of(
            "Task", "Next End Retry Catch Assign Resource TimeoutSeconds HeartbeatSeconds Credentials",
            "Parallel", "Next End Retry Catch Assign Branches",
            "Map",
                    "Next End Retry Catch Assign ItemProcessor Iterator ItemReader ItemSelector ItemBatcher ResultWriter"
                            + " Label MaxConcurrency ToleratedFailureCount ToleratedFailurePercentage",
            "Pass", "Next End Assign Result",
            "Wait", "Next End Assign Seconds Timestamp",
            "Choice", "Choices Default Assign",
            "Succeed", "",
            "Fail", "Error Cause");

    private static final Map<String, String> JSON_PATH = Map.of(
            "Task", "InputPath OutputPath Parameters ResultSelector ResultPath TimeoutSecondsPath HeartbeatSecondsPath",
            "Parallel", "InputPath OutputPath Parameters ResultSelector ResultPath",
            "Map",
                    "InputPath OutputPath Parameters ResultSelector ResultPath ItemsPath MaxConcurrencyPath"
                            + " ToleratedFailureCountPath ToleratedFailurePercentagePath",
            "Pass", "InputPath OutputPath Parameters ResultPath",
            "Wait", "InputPath OutputPath SecondsPath TimestampPath",
            "Choice", "InputPath OutputPath",
            "Succeed", "InputPath OutputPath",
            "Fail", "ErrorPath CausePath");

    private static final Map<String, String> JSONATA = Map.of(
            "Task", "Arguments Output",
            "Parallel", "Arguments Output",
            "Map", "Items Output",
            "Pass", "Output",
            "Wait", "Output",
            "Choice", "Output",
            "Succeed", "Output",
            "Fail", "");

    /** Of each row at most one may be there. */
    private static final List<List<String>> ALTERNATIVES = List.of(
            List.of("Next", "End"),
            List.of("TimeoutSeconds", "TimeoutSecondsPath"),
            List.of("HeartbeatSeconds", "HeartbeatSecondsPath"),
            List.of("Error", "ErrorPath"),
            List.of("Cause", "CausePath"),
            List.of("Seconds", "SecondsPath", "Timestamp", "TimestampPath"),
            List.of("ItemProcessor", "Iterator"),
            List.of("ItemSelector", "Parameters"),
            List.of("MaxConcurrency", "MaxConcurrencyPath"),
            List.of("MaxItems", "MaxItemsPath"),
            List.of("MaxItemsPerBatch", "MaxItemsPerBatchPath"),
            List.of("MaxInputBytesPerBatch", "MaxInputBytesPerBatchPath"),
            List.of("ToleratedFailureCount", "ToleratedFailureCountPath"),
            List.of("ToleratedFailurePercentage", "ToleratedFailurePercentagePath"));

    /** Of each row exactly one has to be there. */
    private static final Map<String, List<List<String>>> REQUIRED = Map.of(
            "Task", List.of(List.of("Next", "End"), List.of("Resource")),
            "Parallel", List.of(List.of("Next", "End"), List.of("Branches")),
            "Map", List.of(List.of("Next", "End"), List.of("ItemProcessor", "Iterator")),
            "Pass", List.of(List.of("Next", "End")),
            "Wait", List.of(List.of("Next", "End"), List.of("Seconds", "SecondsPath", "Timestamp", "TimestampPath")),
            "Choice", List.of(List.of("Choices")),
            "Succeed", List.of(),
            "Fail", List.of());

    private StateFields() {}

    static Set<String> types() {
        return BOTH.keySet();
    }

    static Set<String> allowed(String type, boolean jsonata) {
        Map<String, String> own = jsonata ? JSONATA : JSON_PATH;
        Set<String> names = Stream.of(BOTH.get(type), own.get(type))
                .flatMap(row -> Stream.of(row.split(" ")))
                .collect(Collectors.toCollection(HashSet::new));
        names.addAll(Set.of("Type", "Comment", "QueryLanguage"));
        return names;
    }

    static List<List<String>> alternatives() {
        return ALTERNATIVES;
    }

    static List<List<String>> required(String type) {
        return REQUIRED.get(type);
    }
}
