package io.patchboard.standalone.mcp.board;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tools that look at boards and change them. */
final class Boards {

    static final String BOARD = "The board's id.";
    private static final String MOST_ENTRIES = "50";

    private final Api api;
    private final Views views;

    Boards(Api api, Contracts contracts) {
        this.api = api;
        this.views = new Views(api, contracts);
    }

    static String path(String board) {
        return "/v1/boards/" + Api.encoded(board);
    }

    List<Tool> tools() {
        return List.of(create(), views.tool(), propose(), state(), log(), why(), whatIf(), approve());
    }

    private Tool create() {
        JsonObject properties = JsonObject.builder()
                .put(
                        "blueprint",
                        Tool.text("The blueprint: state, workers, rules (docs/blueprint.md); or the name of one that is"
                                        + " published, such as review@3 or review@latest.")
                                .with("type", JsonArray.ofStrings(List.of("object", "string"))))
                .put("boardId", Tool.text("The id that it shall have; made if there is none."))
                .put("input", Tool.typed("object", "What the blueprint's input describes."))
                .put("commandId", Tool.text("Your id of this request: sent again, it counts once."))
                .build();
        return new Tool(
                "create_board",
                "Create a board",
                "Creates a board by a blueprint. What is wrong with a blueprint is told error by error.",
                properties,
                List.of("blueprint"),
                Tool.Effect.ADDS,
                (arguments, caller) -> api.post(
                                caller,
                                "/v1/boards",
                                arguments
                                        .some(List.of("blueprint", "boardId", "input", "commandId"))
                                        .build())
                        .body());
    }

    private Tool propose() {
        JsonObject properties = JsonObject.builder()
                .put("boardId", Tool.text(BOARD))
                .put("worker", Tool.text("In whose name: a worker of the board's blueprint."))
                .put(
                        "patch",
                        Tool.typed("array", "Operations of JSON Patch (RFC 6902): all of them count, or none.")
                                .with("items", Tool.typed("object", "Members op, path, and value or from.")))
                .put("invocationId", Tool.text("Of the invocation that it answers, as read_view or await_work has it."))
                .put("viewHash", Tool.text("That of read_view, so that it can be traced to what you had read."))
                .put("proposalId", Tool.text("Your id of this proposal: sent again, it counts once."))
                .put(
                        "dryRun",
                        Tool.typed("boolean", "Only tell what would become of it. Nothing is sent, nothing used up."))
                .build();
        return new Tool(
                "propose_patch",
                "Propose a patch",
                "Proposes a change to a board's state. The kernel commits or rejects it as a whole; a rejection says why,"
                        + " where, and what to do next. \"held\" means that a person has to approve it first.",
                properties,
                List.of("boardId", "worker", "patch"),
                Tool.Effect.CHANGES,
                (arguments, caller) -> api.post(
                                caller,
                                path(arguments.string("boardId")) + "/proposals"
                                        + (arguments.isTrue("dryRun") ? "?dryRun=true" : ""),
                                arguments
                                        .some(List.of("worker", "patch", "invocationId", "viewHash", "proposalId"))
                                        .build())
                        .body());
    }

    private Tool state() {
        JsonObject properties = JsonObject.builder()
                .put("boardId", Tool.text(BOARD))
                .put("version", Tool.number("The state as it was at this version. Default: the latest."))
                .put("pointer", Tool.text("JSON Pointer to a part of the state, where the whole is too much."))
                .build();
        return new Tool(
                "board_state",
                "How a board is",
                "Shows a board's phase, who is at work, what waits for a person (needsPerson), what it has used up, and"
                        + " its state.",
                properties,
                List.of("boardId"),
                Tool.Effect.READS,
                (arguments, caller) -> {
                    String board = arguments.string("boardId");
                    return JsonObject.builder()
                            .put("board", api.get(caller, path(board)).body())
                            .putAll(views.state(
                                    caller,
                                    board,
                                    arguments.optionalNumber("version"),
                                    arguments.optionalString("pointer")))
                            .build();
                });
    }

    private Tool log() {
        JsonObject properties = JsonObject.builder()
                .put("boardId", Tool.text(BOARD))
                .put("from", Tool.number("The first sequence. Default: 1"))
                .put("to", Tool.number("The last sequence."))
                .put("kind", Tool.text("Entries of this type alone, such as PatchRejected."))
                .put("limit", Tool.number("How many entries at most. Default: " + MOST_ENTRIES))
                .build();
        return new Tool(
                "board_log",
                "A board's log",
                "Shows entries of a board's log, in order: what was committed, rejected, who was invited with which"
                        + " view. asOf is the last sequence that was looked at: more may be behind it, until there is none.",
                properties,
                List.of("boardId"),
                Tool.Effect.READS,
                (arguments, caller) -> {
                    String board = arguments.string("boardId");
                    Api.Answer part = api.get(
                            caller,
                            path(board) + "/log",
                            Map.of(
                                    "from", arguments.optionalNumber("from").map(String::valueOf),
                                    "to", arguments.optionalNumber("to").map(String::valueOf),
                                    "kind", arguments.optionalString("kind"),
                                    "limit",
                                            arguments
                                                    .optionalNumber("limit")
                                                    .map(String::valueOf)
                                                    .or(() -> Optional.of(MOST_ENTRIES))));
                    return JsonObject.builder()
                            .put("boardId", board)
                            .put("entries", part.body())
                            .putIfPresent(
                                    "asOf",
                                    part.header("PatchBoard-As-Of")
                                            .map(Long::valueOf)
                                            .map(Json::of))
                            .build();
                });
    }

    private Tool why() {
        JsonObject properties = JsonObject.builder()
                .put("boardId", Tool.text(BOARD))
                .put("sequence", Tool.number("Of the entry, as board_log has it."))
                .build();
        return new Tool(
                "why",
                "Why something happened",
                "Shows what led to an entry of the log, back to where it began, and what followed from it.",
                properties,
                List.of("boardId", "sequence"),
                Tool.Effect.READS,
                (arguments, caller) -> api.get(
                                caller, path(arguments.string("boardId")) + "/causes/" + arguments.number("sequence"))
                        .body());
    }

    private Tool whatIf() {
        JsonObject properties = JsonObject.builder()
                .put("blueprint", Tool.typed("object", "The other blueprint."))
                .put(
                        "boards",
                        Tool.typed("array", "Ids of boards that there are, finished or not.")
                                .with("items", Tool.text(BOARD)))
                .put(
                        "mode",
                        Tool.oneOf(
                                List.of("each", "onward"),
                                "each: every proposal on the state it met. onward: on the state that would have been."))
                .build();
        return new Tool(
                "what_if",
                "What another blueprint would have decided",
                "Judges the proposals of past boards again under another blueprint, and shows which verdicts flip.",
                properties,
                List.of("blueprint", "boards"),
                Tool.Effect.READS,
                (arguments, caller) -> api.post(
                                caller,
                                "/v1/what-if",
                                arguments
                                        .some(List.of("blueprint", "boards", "mode"))
                                        .build())
                        .body());
    }

    private Tool approve() {
        JsonObject properties = JsonObject.builder()
                .put("boardId", Tool.text(BOARD))
                .put(
                        "item",
                        Tool.number(
                                "Its number, as needsPerson of board_state has it. Default: the only one that waits."))
                .put("option", Tool.text("One of its options, such as approve, reject, modify, retry or cancel."))
                .put("reason", Tool.text("Why. It stands in the log, and workers are told."))
                .put("patch", Tool.typed("array", "With modify: the patch instead."))
                .put("worker", Tool.text("With worker: which one."))
                .put("raised", Tool.typed("array", "With raise: other bounds of budgets, of budget and most."))
                .build();
        return new Tool(
                "approve",
                "Decide what waits for a person",
                "Decides what a board waits for a person to decide: a patch that a gate holds, or an incident. Decide only"
                        + " what the person whom you act for has told you.",
                properties,
                List.of("boardId", "option", "reason"),
                Tool.Effect.CHANGES,
                (arguments, caller) -> {
                    String board = arguments.string("boardId");
                    JsonObject body = arguments
                            .some(List.of("option", "reason", "patch", "worker", "raised"))
                            .build();
                    Optional<Long> item = arguments.optionalNumber("item");
                    return api.post(
                                    caller,
                                    item.isPresent()
                                            ? "/v1/inbox/" + Api.encoded(board) + "/" + item.get()
                                            : path(board) + "/resolve",
                                    body)
                            .body();
                });
    }
}
