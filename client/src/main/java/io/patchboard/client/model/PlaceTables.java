package io.patchboard.client.model;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** The tables that say of which topics entries are kept, and where to go on in them. */
final class PlaceTables {

    static final List<String> TABLES = List.of(
            "CREATE TABLE topic (name TEXT PRIMARY KEY, id TEXT NOT NULL) WITHOUT ROWID",
            "CREATE TABLE position (topic TEXT, partition INTEGER, next INTEGER NOT NULL, PRIMARY KEY (topic, partition))"
                    + " WITHOUT ROWID");

    private PlaceTables() {}

    /** The ids of topics, by name. */
    static Map<String, String> topics(Connection connection) throws SQLException {
        Map<String, String> topics = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT name, id FROM topic")) {
            while (row.next()) {
                topics.put(row.getString(1), row.getString(2));
            }
        }
        return topics;
    }

    static void putTopics(Connection writer, Map<String, String> ids) throws SQLException {
        try (PreparedStatement insert = writer.prepareStatement("INSERT OR REPLACE INTO topic VALUES (?, ?)")) {
            for (Map.Entry<String, String> topic : ids.entrySet()) {
                insert.setString(1, topic.getKey());
                insert.setString(2, topic.getValue());
                insert.executeUpdate();
            }
        }
    }

    /** The offset from which to go on, for each partition of which something was kept. */
    static Map<TopicPartition, Long> positions(Connection connection) throws SQLException {
        Map<TopicPartition, Long> positions = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT topic, partition, next FROM position")) {
            while (row.next()) {
                positions.put(new TopicPartition(row.getString(1), row.getInt(2)), row.getLong(3));
            }
        }
        return positions;
    }

    static void putPositions(Connection writer, Map<TopicPartition, Long> next) throws SQLException {
        try (PreparedStatement position = writer.prepareStatement("INSERT OR REPLACE INTO position VALUES (?, ?, ?)")) {
            for (Map.Entry<TopicPartition, Long> of : next.entrySet()) {
                position.setString(1, of.getKey().topic());
                position.setInt(2, of.getKey().partition());
                position.setLong(3, of.getValue());
                position.executeUpdate();
            }
        }
    }
}
