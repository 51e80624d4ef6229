package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPlace;
import io.patchboard.sign.AuthorKey;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Compiles the keys with which workers and operators prove who they are. */
record KeysCompiler(Problems problems) {

    /** @param root of the blueprint */
    SortedMap<String, List<AuthorKey>> operators(JsonPlace root) {
        SortedMap<String, List<AuthorKey>> operators = new TreeMap<>();
        root.child("operators")
                .ifPresent(all -> all.members()
                        .forEach(operator -> operators.put(operator.at().last(), keys(operator))));
        return operators;
    }

    /** @param node with the member {@code keys} */
    List<AuthorKey> keys(JsonPlace node) {
        return node.items("keys").stream().flatMap(item -> key(item).stream()).toList();
    }

    private Optional<AuthorKey> key(JsonPlace item) {
        Optional<AuthorKey> key = item.text().flatMap(AuthorKey::parse);
        if (key.isEmpty()) {
            problems.add(
                    item.at(),
                    "Expected a public key of Ed25519 (32 bytes as base64url without padding, 43 characters), but got"
                            + " another value. \"patchboard keys show FILE\" prints that of a private key.");
        }
        return key;
    }
}
