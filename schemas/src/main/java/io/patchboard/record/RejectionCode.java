package io.patchboard.record;

/**
 * Why a kernel rejects, in a word that programs may compare. Each belongs to one {@link Stage}. Beside them there are
 * the keywords of JSON Schema, which are the codes of stage {@code SCHEMA}.
 */
public enum RejectionCode implements Word {
    /** No bytes: a tombstone or an empty value. */
    EMPTY(Stage.DECODE),
    /** More bytes than a record may have. */
    SIZE(Stage.DECODE),
    /** A first byte that announces no encoding, or a frame that is cut short. */
    ENCODING(Stage.DECODE),
    /** Not JSON, or over a limit of JSON; the pointer names a field where JSON text inside of Avro is meant. */
    JSON(Stage.DECODE),
    /** Not data of the schema that it names, or a schema that no record of the topic has. */
    AVRO(Stage.DECODE),
    /** A fingerprint or registry id that nobody knows. */
    SCHEMA_ID(Stage.DECODE),
    /** The schema's id stands in a header, where it is not looked for. */
    SCHEMA_ID_HEADER(Stage.DECODE),
    /** A field is missing or of the wrong type; the pointer names it. */
    FIELD(Stage.DECODE),
    /** The record's key cannot be a board's id. */
    KEY(Stage.DECODE),
    /** The record's key and its {@code boardId} differ. */
    KEY_MISMATCH(Stage.DECODE),
    /** An id or a reason is too long, or empty. */
    LENGTH(Stage.DECODE),
    /** An id has control characters. */
    CHARACTERS(Stage.DECODE),
    /** A defect of the kernel. */
    INTERNAL_ERROR(Stage.DECODE),

    BOARD_EXISTS(Stage.ADMISSION),
    UNKNOWN_BOARD(Stage.ADMISSION),
    BOARD_ENDED(Stage.ADMISSION),
    UNKNOWN_WORKER(Stage.ADMISSION),
    UNKNOWN_QUEUE(Stage.ADMISSION),
    /** The blueprint has keys for the worker, or operators, and nobody has signed this; its id may come again. */
    UNSIGNED(Stage.ADMISSION),
    /** Signed with another key, for another topic, or something else; it may come again under the same id. */
    SIGNATURE(Stage.ADMISSION),
    /** Without an invocation, from a worker that may not propose unasked. */
    INVOCATION_REQUIRED(Stage.ADMISSION),
    UNKNOWN_INVOCATION(Stage.ADMISSION),
    /** Another worker's invocation. */
    FOREIGN_INVOCATION(Stage.ADMISSION),
    ALREADY_ANSWERED(Stage.ADMISSION),
    /** An operator restored the board, or amended its blueprint, after the invocation was made. */
    SUPERSEDED(Stage.ADMISSION),
    /** After the invocation's deadline. */
    EXPIRED(Stage.ADMISSION),
    /** The board is paused. The invocation is used up, and its worker invoked anew when the board goes on. */
    PAUSED(Stage.ADMISSION),
    ALREADY_PAUSED(Stage.ADMISSION),
    NOT_PAUSED(Stage.ADMISSION),
    /** Nobody's proposal is taken unasked until a person has decided about the worker, or the board. */
    NEEDS_PERSON(Stage.ADMISSION),
    /** The board waits for no such decision, or it was made already. */
    NOT_WAITING(Stage.ADMISSION),
    /** What the board waits for cannot be decided in this way. */
    OPTION(Stage.ADMISSION),
    /** Another one decides about the patch that is held, or he has proposed it himself. */
    NOT_APPROVER(Stage.ADMISSION),
    /** The board was not halted or cancelled, or its blueprint forbids it. */
    NOT_REOPENABLE(Stage.ADMISSION),
    /** The board has no mark of this name. */
    UNKNOWN_MARK(Stage.ADMISSION),
    /** The board has no such budget, or it is as large already. */
    NOT_RAISED(Stage.ADMISSION),
    /** It says nothing of whether the request had its outcome before; it may come again under the same id. */
    TOO_OLD(Stage.ADMISSION),

    NOT_AN_ARRAY(Stage.SYNTAX),
    NOT_AN_OBJECT(Stage.SYNTAX),
    MISSING_MEMBER(Stage.SYNTAX),
    UNKNOWN_OPERATION(Stage.SYNTAX),
    /** Not a JSON Pointer. */
    POINTER(Stage.SYNTAX),
    MOVE_INTO_CHILD(Stage.SYNTAX),
    MAX_OPERATIONS(Stage.SYNTAX),
    MAX_BYTES(Stage.SYNTAX),
    /** More operations than the worker's contract allows in a patch. */
    PATCH_OPERATIONS(Stage.SYNTAX),
    /** More bytes than the worker's contract allows in a patch. */
    PATCH_BYTES(Stage.SYNTAX),
    /** The worker's contract asks for a test before the operation. */
    PATCH_TEST(Stage.SYNTAX),
    /** Not a patch of the shape that the worker's contract asks for. */
    PATCH_SHAPE(Stage.SYNTAX),
    /** The patch would make a state beyond the limits on growth. */
    OVER_LIMIT(Stage.SYNTAX),
    /** A request to see more that cannot be one. */
    EXPAND(Stage.SYNTAX),
    /** The blueprint is invalid. */
    BLUEPRINT(Stage.SYNTAX),
    BLUEPRINT_BYTES(Stage.SYNTAX),
    /** Labels are names with strings, few and short. */
    LABELS(Stage.SYNTAX),
    /** A board is restored to a mark, or to what the sender has folded; one of the two. */
    RESTORE(Stage.SYNTAX),
    INPUT_BYTES(Stage.SYNTAX),

    /** The worker may not write there. */
    WRITE_CONTRACT(Stage.AUTHORIZATION),
    /** Granted to the worker, but beyond what this invocation may change. */
    NEIGHBOURHOOD(Stage.AUTHORIZATION),
    /** The worker may not read what it asks to see. */
    READ_CONTRACT(Stage.AUTHORIZATION),
    /** The place is private to other workers. */
    PRIVATE(Stage.AUTHORIZATION),

    PATH_MISSING(Stage.APPLICATION),
    /** Something is where the worker may only create. */
    EXISTS(Stage.APPLICATION),
    /** What the worker asks to see is gone. */
    STALE_HANDLE(Stage.APPLICATION),

    /** A {@code test} of the patch failed. */
    TEST(Stage.PRECONDITION),
    /** Somebody changed what the worker had seen. */
    STALE(Stage.PRECONDITION),
    /** The board has gone on since the entry that the sender expected to be its last. */
    SEQUENCE(Stage.PRECONDITION),
    /** A state that somebody has folded has another hash than the log says. */
    STATE_HASH(Stage.PRECONDITION),

    /** The first state asks for something that the input lacks. */
    INPUT_MISSING(Stage.SCHEMA),

    VIOLATED(Stage.INVARIANT),
    /** The invariant cannot be evaluated. */
    EVALUATION(Stage.INVARIANT),

    STATE_BYTES(Stage.BUDGET),
    STATE_CONTAINERS(Stage.BUDGET),
    /** The blobs that the state points to. */
    BLOB_BYTES(Stage.BUDGET),
    /** Too many marks, or too large ones. */
    MARKS(Stage.BUDGET),
    /** The worker has asked to see more too often. */
    EXPANSIONS(Stage.BUDGET),
    /** What would follow does not fit into a record. */
    RECORD_BYTES(Stage.BUDGET),
    /** It would take too much work. */
    COST(Stage.BUDGET),
    /** As many patches wait for a person as a board may have. */
    HELD_PATCHES(Stage.BUDGET),
    /** As many matches wait as a board may have. */
    HELD_TRIGGERS(Stage.BUDGET),
    /** As many workers are at work as a board may have. */
    OPEN_INVOCATIONS(Stage.BUDGET),
    /** The board would do more actions with a key of their own than it remembers. */
    ACTIONS(Stage.BUDGET),

    TIMEOUT(Stage.TIMEOUT),

    WORKER_ERROR(Stage.WORKER),

    /** A person does not allow it. */
    REFUSED(Stage.APPROVAL),
    /** Nobody allowed it in time. */
    APPROVAL_TIMEOUT(Stage.APPROVAL),
    /** Its board ended, or was restored, before anybody had decided. */
    WITHDRAWN(Stage.APPROVAL);

    private final Stage stage;

    RejectionCode(Stage stage) {
        this.stage = stage;
    }

    public Stage stage() {
        return stage;
    }
}
