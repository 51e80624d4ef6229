package io.patchboard.client.model;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;

/** Writes down by which names boards are found beside their own: their workers' and their labels. */
final class Names implements AutoCloseable {

    private final PreparedStatement worker;
    private final PreparedStatement former;
    private final PreparedStatement label;

    Names(Connection writer) throws SQLException {
        worker = writer.prepareStatement("INSERT OR IGNORE INTO worker VALUES (?, ?)");
        former = writer.prepareStatement("DELETE FROM worker WHERE board = ? AND name IN (SELECT w.key FROM ruled r"
                + " JOIN blueprint_text t ON t.hash = r.hash JOIN json_each(t.json, '$.workers') w WHERE r.board = ?)");
        label = writer.prepareStatement("INSERT OR IGNORE INTO label VALUES (?, ?, ?)");
    }

    /** @param board its number, by which its blueprints so far are known */
    void put(long board, Summary.News news) throws SQLException {
        if (news.blueprint().isPresent() && !news.creates()) {
            former.setString(1, news.boardId());
            former.setLong(2, board);
            former.executeUpdate();
        }
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
        former.close();
        label.close();
    }
}
