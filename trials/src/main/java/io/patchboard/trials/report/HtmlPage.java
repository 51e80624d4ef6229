package io.patchboard.trials.report;

import java.util.List;
import java.util.Locale;

/** The page as HTML, with nothing to load and nothing that runs. */
final class HtmlPage {

    private static final int LABEL = 140;
    private static final int WIDTH = 520;
    private static final int LINE = 22;

    private static final String BEGIN = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>Experiments</title>
            <style>
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 1100px; margin: 2em auto; padding: 0 1em; color: #222; background: #fff }
            div { overflow-x: auto }
            table { border-collapse: collapse; margin: 1em 0 }
            th, td { padding: .2em .7em; border-bottom: 1px solid #ddd; text-align: left }
            .figures td + td, .figures th + th { text-align: right; font-variant-numeric: tabular-nums }
            svg text { font: 13px system-ui, sans-serif; fill: #222 }
            svg line { stroke: #888 } svg .grid { stroke: #e4e4e4 } svg circle { fill: #1f5fa8 }
            </style>
            </head>
            <body>
            <h1>Experiments</h1>
            """;

    private HtmlPage() {}

    static String of(List<Block> blocks) {
        StringBuilder page = new StringBuilder(BEGIN);
        for (Block block : blocks) {
            switch (block) {
                case Block.Heading heading -> page.append("<h2>%s</h2>\n".formatted(escape(heading.text())));
                case Block.Paragraph paragraph -> page.append("<p>%s</p>\n".formatted(escape(paragraph.text())));
                case Block.Table table -> table(page, table);
                case Block.Plot plot -> plot(page, plot);
            }
        }
        return page.append("</body>\n</html>\n").toString();
    }

    private static void table(StringBuilder page, Block.Table table) {
        page.append(table.figures() ? "<div><table class=\"figures\">\n<tr>" : "<div><table>\n<tr>");
        table.head().forEach(cell -> page.append("<th scope=\"col\">%s</th>".formatted(escape(cell))));
        page.append("</tr>\n");
        for (List<String> row : table.rows()) {
            page.append("<tr>");
            row.forEach(cell -> page.append("<td>%s</td>".formatted(escape(cell))));
            page.append("</tr>\n");
        }
        page.append("</table></div>\n");
    }

    private static void plot(StringBuilder page, Block.Plot plot) {
        int height = LINE * plot.bars().size();
        page.append("<div><svg role=\"img\" aria-label=\"%s\" width=\"%d\" height=\"%d\">\n"
                .formatted(escape(plot.title()), LABEL + WIDTH + 30, height + LINE));
        for (int percent = 0; percent <= 100; percent += 25) {
            double x = x(percent / 100.0);
            page.append(svgLine("grid", x, 0, x, height));
            page.append("<text x=\"%s\" y=\"%d\" text-anchor=\"middle\">%d %%</text>\n"
                    .formatted(number(x), height + 16, percent));
        }
        int y = LINE / 2;
        for (Block.Bar bar : plot.bars()) {
            page.append("<text x=\"0\" y=\"%d\">%s</text>\n".formatted(y + 5, escape(bar.label())));
            page.append(
                    svgLine("interval", x(bar.share().low()), y, x(bar.share().high()), y));
            page.append("<circle cx=\"%s\" cy=\"%d\" r=\"5\"/>\n"
                    .formatted(number(x(bar.share().value())), y));
            y += LINE;
        }
        page.append("</svg></div>\n");
    }

    private static String svgLine(String kind, double fromX, int fromY, double toX, int toY) {
        return "<line class=\"%s\" x1=\"%s\" y1=\"%d\" x2=\"%s\" y2=\"%d\"/>\n"
                .formatted(kind, number(fromX), fromY, number(toX), toY);
    }

    private static double x(double share) {
        return LABEL + share * WIDTH;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
