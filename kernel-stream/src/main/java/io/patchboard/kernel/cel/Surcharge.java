package io.patchboard.kernel.cel;

import java.util.Collection;
import java.util.Map;
import java.util.Set;

/**
 * What a function costs beyond reading its arguments once, charged with an argument, before it is called. All other
 * functions of the engine read each argument once, and what they make is charged when it is there.
 */
enum Surcharge {
    NONE {
        @Override
        long units(Object argument) {
            return 0;
        }
    },

    /** Compares n times log n pairs. */
    SORT {
        @Override
        long units(Object argument) {
            long size = argument instanceof Collection<?> items ? items.size() : 0;
            return 4 * size * (Long.SIZE - Long.numberOfLeadingZeros(size));
        }
    },

    /** Copies what is left of the text for each unit of time in it. */
    DURATION {
        @Override
        long units(Object argument) {
            long length = argument instanceof String text ? text.length() : 0;
            return CONVERSION.units(argument) + length * length / 1_000;
        }
    },

    /** Reads or writes a number or a time, or wraps a value. */
    CONVERSION {
        @Override
        long units(Object argument) {
            return 40;
        }
    },

    /** Looks a time zone up. */
    ZONE {
        @Override
        long units(Object argument) {
            return 100;
        }
    };

    private static final Map<String, Surcharge> OF_FIRST = Map.of(
            "sort",
            SORT,
            "duration",
            DURATION,
            "timestamp",
            CONVERSION,
            "string",
            CONVERSION,
            "double",
            CONVERSION,
            "int",
            CONVERSION,
            "uint",
            CONVERSION,
            "optional.of",
            CONVERSION);

    private static final Set<String> WITH_ZONE = Set.of(
            "getFullYear",
            "getMonth",
            "getDayOfYear",
            "getDayOfMonth",
            "getDate",
            "getDayOfWeek",
            "getHours",
            "getMinutes",
            "getSeconds",
            "getMilliseconds");

    abstract long units(Object argument);

    /** Of the target of a method, or else the first argument. */
    static Surcharge ofFirst(String function) {
        return OF_FIRST.getOrDefault(function, WITH_ZONE.contains(function) ? CONVERSION : NONE);
    }

    static Surcharge ofOther(String function) {
        return WITH_ZONE.contains(function) ? ZONE : NONE;
    }
}
