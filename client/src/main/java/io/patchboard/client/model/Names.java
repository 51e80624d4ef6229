package io.patchboard.client.model;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;

/** Writes down by which names boards are found beside their own: their workers' and their labels. */
final class Names implements AutoCloseable {

    private final PreparedStatement worker;
    private final PreparedStatement label;

    Names(Connection writer) throws SQLException {
        worker = writer.prepareStatement("INSERT OR IGNORE INTO worker VALUES (?, ?)");
        label = writer.prepareStatement("INSERT OR IGNORE INTO label VALUES (?, ?, ?)");
    }

    void put(Summary.News news) throws SQLException {
        for (String name : news.workers()) {
            worker.setString(1, name);
            worker.setString(2, news.boardId());
            worker.executeUpdate();
        }
        for (Map.Entry<String, String> each : news.labels().entrySet()) {
            label.setString(1, each.getKey());
            label.setString(2, each.getValue());
            label.setString(3, news.boardId());
            label.executeUpdate();
        }
    }

    /** After the board itself is written down. */
    void ruled(Summary.News news) throws SQLException {
        boolean hadNone = news.creates() && !news.indexes();
        if (news.blueprint().isPresent() && !hadNone) {
            IndexTable.ruled(worker.getConnection(), news);
        }
    }

    @Override
    public void close() throws SQLException {
        worker.close();
        label.close();
    }
}
