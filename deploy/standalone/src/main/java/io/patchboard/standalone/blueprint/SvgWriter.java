package io.patchboard.standalone.blueprint;

import io.patchboard.standalone.blueprint.Picture.Arrow;
import io.patchboard.standalone.blueprint.Picture.Box;
import io.patchboard.standalone.blueprint.PictureLayout.Area;
import io.patchboard.standalone.blueprint.PictureLayout.Point;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes a picture as SVG 1.1: shapes and text, no scripts, nothing loaded. All text goes through an XML writer,
 * without the characters that XML has no way to write, so that a blueprint can put letters into the picture and nothing
 * else.
 */
public final class SvgWriter {

    private static final String NAMESPACE = "http://www.w3.org/2000/svg";

    private static final String LOOK = """
            .board { fill: #ffffff; }
            .event { fill: #eef2f6; stroke: #6b7885; }
            .rule { fill: #fff7e0; stroke: #b98900; }
            .worker { fill: #e6f1fb; stroke: #2f6fab; }
            .end { fill: #e7f6ea; stroke: #2f8a46; stroke-width: 3; }
            .way { fill: none; stroke: #4a5561; stroke-width: 1.4; }
            .maybe { stroke-dasharray: 5 4; }
            .head { fill: #4a5561; }
            text { font: 12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1d2630; }
            text.title { font: bold 14px system-ui, "DejaVu Sans", Helvetica, Arial, sans-serif; }
            """;

    private final StringWriter text = new StringWriter();
    private final XMLStreamWriter xml;

    private SvgWriter() throws XMLStreamException {
        xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
    }

    public static String write(Picture picture) {
        try {
            SvgWriter writer = new SvgWriter();
            writer.picture(picture, PictureLayout.of(picture));
            return writer.text.toString();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("Expected to write SVG into memory, but could not.", e);
        }
    }

    private void picture(Picture picture, PictureLayout layout) throws XMLStreamException {
        String width = number(Math.ceil(layout.width()));
        String height = number(Math.ceil(layout.height()));
        xml.writeStartElement("svg");
        xml.writeDefaultNamespace(NAMESPACE);
        attributes("width", width, "height", height, "viewBox", "0 0 " + width + " " + height, "role", "img");
        leaf("title", "Workflow of " + picture.title());
        leaf("style", LOOK);
        marker();
        empty("rect", "class", "board", "width", width, "height", height);
        for (Arrow arrow : picture.arrows()) {
            arrow(arrow, layout.ways().get(arrow));
        }
        for (Box box : picture.boxes()) {
            box(box, layout.areas().get(box));
        }
        newLine();
        xml.writeEndElement();
        newLine();
    }

    private void marker() throws XMLStreamException {
        newLine();
        xml.writeStartElement("marker");
        attributes("id", "head", "viewBox", "0 0 10 10", "refX", "9", "refY", "5");
        attributes("markerWidth", "8", "markerHeight", "8", "orient", "auto");
        empty("path", "class", "head", "d", "M0 0L10 5L0 10z");
        xml.writeEndElement();
    }

    private void arrow(Arrow arrow, List<Point> way) throws XMLStreamException {
        StringBuilder path = new StringBuilder();
        for (Point point : way) {
            path.append(path.isEmpty() ? "M" : "L")
                    .append(number(point.x()))
                    .append(' ')
                    .append(number(point.y()));
        }
        String look = arrow.certain() ? "way" : "way maybe";
        empty("path", "class", look, "d", path.toString(), "marker-end", "url(#head)");
    }

    private void box(Box box, Area area) throws XMLStreamException {
        String kind = box.shape().name().toLowerCase(Locale.ROOT);
        double round = switch (box.shape()) {
            case EVENT -> area.height() / 2;
            case RULE, END -> 12;
            case WORKER -> 2;
        };
        newLine();
        xml.writeStartElement("g");
        empty(
                "rect",
                "class",
                kind,
                "x",
                number(area.x()),
                "y",
                number(area.y()),
                "width",
                number(area.width()),
                "height",
                number(area.height()),
                "rx",
                number(round));
        double x = area.x() + PictureLayout.PADDING;
        double y = area.y() + PictureLayout.PADDING + PictureLayout.LINE * 0.75;
        leaf("text", box.title(), "class", "title", "x", number(x), "y", number(y));
        for (String line : box.lines()) {
            y += PictureLayout.LINE;
            leaf("text", line, "x", number(x), "y", number(y));
        }
        newLine();
        xml.writeEndElement();
    }

    private void leaf(String name, String content, String... attributes) throws XMLStreamException {
        newLine();
        xml.writeStartElement(name);
        attributes(attributes);
        xml.writeCharacters(writable(content));
        xml.writeEndElement();
    }

    private void empty(String name, String... attributes) throws XMLStreamException {
        newLine();
        xml.writeEmptyElement(name);
        attributes(attributes);
    }

    private void attributes(String... namesAndValues) throws XMLStreamException {
        for (int i = 0; i < namesAndValues.length; i += 2) {
            xml.writeAttribute(namesAndValues[i], namesAndValues[i + 1]);
        }
    }

    private void newLine() throws XMLStreamException {
        xml.writeCharacters("\n");
    }

    /** XML 1.0 section 2.2: what is no character there becomes the sign for that. */
    private static String writable(String text) {
        StringBuilder writable = new StringBuilder();
        text.codePoints()
                .map(c ->
                        c == '\n' || c >= 0x20 && c < 0xD800 || c >= 0xE000 && c != 0xFFFE && c != 0xFFFF ? c : 0xFFFD)
                .forEach(writable::appendCodePoint);
        return writable.toString();
    }

    private static String number(double value) {
        double rounded = Math.round(value * 10) / 10.0;
        return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
    }
}
