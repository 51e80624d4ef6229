package io.patchboard.kernel.cel;

import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.values.NullValue;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.text.Cut;
import java.math.BigInteger;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;

/** JSON values as CEL sees them, made as they are read and charged to the budget of one evaluation. */
final class CelViews {

    private static final int DIGITS_OF_A_UNIT = 16;

    private final Budget budget;

    CelViews(Budget budget) {
        this.budget = budget;
    }

    Object of(Json value) {
        budget.charge(1);
        if (value instanceof JsonObject object) {
            return new ObjectView(object, this);
        }
        if (value instanceof JsonArray array) {
            return new ArrayView(array, this);
        }
        if (value instanceof JsonString string) {
            budget.chargeCharacters(string.value().length());
            return string.value();
        }
        if (value instanceof JsonNumber number) {
            budget.charge(digits(number) / DIGITS_OF_A_UNIT);
            return number(number);
        }
        return value instanceof JsonBoolean bool ? (Object) bool.value() : NullValue.NULL_VALUE;
    }

    private static long digits(JsonNumber number) {
        return (long) number.value().precision() + Math.abs(number.value().scale());
    }

    private static Object number(JsonNumber number) {
        if (number.isIntegral()) {
            BigInteger integer = number.value().toBigInteger();
            if (integer.bitLength() > 63) {
                throw outOfRange("an integer of 64 bits", number);
            }
            return integer.longValue();
        }
        double value = number.value().doubleValue();
        if (value == 0 || Double.isInfinite(value)) {
            throw outOfRange("a number within the range of a double", number);
        }
        return value;
    }

    private static CelInvalidArgumentException outOfRange(String expected, JsonNumber number) {
        return new CelInvalidArgumentException(new IllegalArgumentException(
                "expected " + expected + ", but got " + Cut.within(number.toString(), 40)));
    }

    /** A view of an array; its own items are made on each read. */
    static final class ArrayView extends AbstractList<Object> implements RandomAccess {

        private final JsonArray array;
        private final CelViews views;

        private ArrayView(JsonArray array, CelViews views) {
            this.array = array;
            this.views = views;
        }

        JsonArray json() {
            return array;
        }

        @Override
        public Object get(int index) {
            return views.of(array.get(index));
        }

        @Override
        public int size() {
            return array.size();
        }
    }

    /** A view of an object; iteration is in the order of the names, whatever order the members came in. */
    static final class ObjectView extends AbstractMap<String, Object> {

        /** So often may the names be divided by two and still be near each other. */
        private static final int NEAR_HALVES = 7;

        private final JsonObject object;
        private final CelViews views;

        private ObjectView(JsonObject object, CelViews views) {
            this.object = object;
            this.views = views;
        }

        JsonObject json() {
            return object;
        }

        @Override
        public int size() {
            return object.size();
        }

        @Override
        public boolean containsKey(Object key) {
            chargeSearch();
            return key instanceof String name && object.has(name);
        }

        @Override
        public Object get(Object key) {
            chargeSearch();
            return key instanceof String name ? object.get(name).map(views::of).orElse(null) : null;
        }

        @Override
        public Set<String> keySet() {
            return new Names(this);
        }

        @Override
        public Set<Entry<String, Object>> entrySet() {
            return new Entries(this);
        }

        /** A name is looked for by halves; those of many names are far apart in memory, others part of the step. */
        private void chargeSearch() {
            int halves = Integer.SIZE - Integer.numberOfLeadingZeros(object.size());
            views.budget.charge(Math.max(0, halves - NEAR_HALVES));
        }

        private Iterator<String> sortedNames() {
            views.budget.charge(object.size());
            List<String> names = object.names().stream().sorted().toList();
            return names.iterator();
        }
    }

    private static final class Names extends AbstractSet<String> {

        private final ObjectView view;

        private Names(ObjectView view) {
            this.view = view;
        }

        @Override
        public Iterator<String> iterator() {
            return view.sortedNames();
        }

        @Override
        public boolean contains(Object name) {
            return view.containsKey(name);
        }

        @Override
        public int size() {
            return view.size();
        }
    }

    private static final class Entries extends AbstractSet<Map.Entry<String, Object>> {

        private final ObjectView view;

        private Entries(ObjectView view) {
            this.view = view;
        }

        @Override
        public Iterator<Map.Entry<String, Object>> iterator() {
            Iterator<String> names = view.sortedNames();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return names.hasNext();
                }

                @Override
                public Map.Entry<String, Object> next() {
                    String name = names.next();
                    return Map.entry(name, view.get(name));
                }
            };
        }

        @Override
        public int size() {
            return view.size();
        }
    }
}
