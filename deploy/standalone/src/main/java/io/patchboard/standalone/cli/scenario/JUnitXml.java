package io.patchboard.standalone.cli.scenario;

import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.scenario.Played;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** What came of scenarios, as build servers read it. */
final class JUnitXml {

    /** What no XML 1.0 document may have (section 2.2). */
    private static final String NO_XML = "[^\\t\\n\\r\\u0020-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]";

    private JUnitXml() {}

    /** @throws IOException if it cannot be written */
    static void write(Path file, List<Played> all, Map<Path, CliException> unusable) throws IOException {
        try (Writer text = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", "patchboard test");
            xml.writeAttribute("tests", Integer.toString(all.size() + unusable.size()));
            xml.writeAttribute("errors", Integer.toString(unusable.size()));
            xml.writeAttribute(
                    "failures",
                    Long.toString(
                            all.stream().filter(one -> !one.isAsExpected()).count()));
            for (Played one : all) {
                begin(xml, one.scenario().name());
                if (!one.isAsExpected()) {
                    told(xml, "failure", one.missed());
                }
                xml.writeEndElement();
            }
            for (Map.Entry<Path, CliException> one : unusable.entrySet()) {
                begin(xml, one.getKey().toString());
                told(xml, "error", List.of(one.getValue().getMessage()));
                xml.writeEndElement();
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static void begin(XMLStreamWriter xml, String name) throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", "scenario");
        xml.writeAttribute("name", clean(name));
    }

    private static void told(XMLStreamWriter xml, String kind, List<String> sentences) throws XMLStreamException {
        xml.writeStartElement(kind);
        xml.writeAttribute("message", clean(sentences.get(0)));
        xml.writeCharacters(clean(String.join("\n", sentences)));
        xml.writeEndElement();
    }

    private static String clean(String text) {
        return text.replaceAll(NO_XML, "\uFFFD");
    }
}
