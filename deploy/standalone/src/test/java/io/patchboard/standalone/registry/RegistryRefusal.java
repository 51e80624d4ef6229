package io.patchboard.standalone.registry;

/** An error as a registry documents it: its HTTP status, its code and its message. */
final class RegistryRefusal extends Exception {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final int errorCode;

    RegistryRefusal(int status, int errorCode, String message) {
        super(message);
        this.status = status;
        this.errorCode = errorCode;
    }

    int status() {
        return status;
    }

    int errorCode() {
        return errorCode;
    }

    static RegistryRefusal subjectNotFound(String subject) {
        return new RegistryRefusal(404, 40401, "Subject '" + subject + "' not found.");
    }

    static RegistryRefusal versionNotFound(int version) {
        return new RegistryRefusal(404, 40402, "Version " + version + " not found.");
    }

    static RegistryRefusal schemaNotFound() {
        return new RegistryRefusal(404, 40403, "Schema not found");
    }

    static RegistryRefusal schemaNotFound(int id) {
        return new RegistryRefusal(404, 40403, "Schema " + id + " not found");
    }

    static RegistryRefusal incompatible(String subject, String details) {
        return new RegistryRefusal(
                409,
                40901,
                "Schema being registered is incompatible with an earlier schema for subject \"" + subject
                        + "\", details: " + details);
    }

    static RegistryRefusal invalidSchema(String reason) {
        return new RegistryRefusal(422, 42201, "Invalid schema: " + reason);
    }

    static RegistryRefusal invalidVersion(String version) {
        return new RegistryRefusal(
                422,
                42202,
                "The specified version '" + version + "' is not a valid version id. Allowed values are between [1,"
                        + " 2^31-1] and the string \"latest\"");
    }

    static RegistryRefusal invalidCompatibility() {
        return new RegistryRefusal(
                422,
                42203,
                "Invalid compatibility level. Valid values are none, backward, forward, full, backward_transitive,"
                        + " forward_transitive, and full_transitive");
    }

    static RegistryRefusal readOnly(String subject) {
        return new RegistryRefusal(422, 42205, "Subject " + subject + " is in read-only mode");
    }
}
