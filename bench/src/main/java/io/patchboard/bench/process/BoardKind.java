package io.patchboard.bench.process;

import io.patchboard.bench.load.Invited;
import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.load.Reviews;
import io.patchboard.bench.load.Steps;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The boards that a bench sends, for parts that know beforehand what becomes of them. */
public enum BoardKind {
    /** {@link Proposals} of 1 KB; the size is a board's bytes. */
    CLAIMS {
        @Override
        List<Script> scripts(int size) {
            Proposals load = Proposals.ofOneKilobyte(size);
            return List.of(Script.of(first(load.create(0)), (before, round) -> load.steady(before.key(), round)));
        }
    },
    /** {@link Invited}; the size is a board's bytes. */
    INVITED {
        @Override
        List<Script> scripts(int size) {
            Invited load = new Invited(size);
            return List.of(Script.of(first(load.create(0)), load::answer));
        }
    },
    /** {@link Steps}; the size is how many. */
    STEPS {
        @Override
        List<Script> scripts(int size) {
            return List.of(Script.of(new Steps("", size).next(0), (invoked, round) -> Workers.answer(invoked)));
        }
    },
    /** {@link Reviews}, which have their own size. */
    REVIEWS {
        @Override
        List<Script> scripts(int size) {
            Reviews load = new Reviews("");
            return IntStream.range(0, load.inputs())
                    .mapToObj(input -> Script.of(load.next(input), (invoked, round) -> Workers.answer(invoked)))
                    .toList();
        }
    };

    private static final String KIND = "kind";
    private static final String SIZE = "size";

    /** One for each of those that boards have in turns. */
    abstract List<Script> scripts(int size);

    private static ProducerRecord<byte[], byte[]> first(byte[] create) {
        return new ProducerRecord<>("commands", Proposals.key(0), create);
    }

    /** What a part is told. */
    public Map<String, String> arguments(int size) {
        return Map.of(KIND, name(), SIZE, Integer.toString(size));
    }

    /** What it makes of that. */
    static List<Script> scripts(Map<String, String> arguments) {
        return valueOf(arguments.get(KIND)).scripts(Integer.parseInt(arguments.get(SIZE)));
    }

    /** Takes out what is no setting of a client. */
    static void remove(Map<String, String> arguments) {
        arguments.keySet().removeAll(List.of(KIND, SIZE));
    }
}
