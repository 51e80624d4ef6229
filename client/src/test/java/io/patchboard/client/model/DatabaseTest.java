package io.patchboard.client.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseTest {

    private static final String FILL = "INSERT INTO filler VALUES (zeroblob(10000000))";

    @TempDir
    private Path dir;

    @Test
    void aFullDisk_isNamed_andWritingGoesOnWhenThereIsRoom() {
        try (Database database = Database.open(dir)) {
            // What SQLite says then is what it says of a full disk.
            run(database, "PRAGMA max_page_count = 500", "CREATE TABLE filler (bytes BLOB)");

            assertThatThrownBy(() -> run(database, "INSERT INTO filler VALUES (1)", FILL))
                    .isInstanceOf(ModelException.class)
                    .hasMessageContaining("database or disk is full");

            run(database, "PRAGMA max_page_count = 1000000", FILL);
            assertThat(rows(database)).isEqualTo(1);
        }
    }

    private static void run(Database database, String... statements) {
        database.write(connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String each : statements) {
                    statement.execute(each);
                }
            }
        });
    }

    private static int rows(Database database) {
        return database.read(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT count(*) FROM filler")) {
                return row.getInt(1);
            }
        });
    }
}
