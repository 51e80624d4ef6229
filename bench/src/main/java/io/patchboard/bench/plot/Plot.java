package io.patchboard.bench.plot;

import io.patchboard.bench.result.Measurement;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** One picture: medians over a parameter, with logarithmic axes unless it is said otherwise. */
final class Plot {

    private static final int WIDTH = 1_000;
    private static final int HEIGHT = 460;
    private static final int RIGHT = 1;
    private static final Pattern FRACTION = Pattern.compile("(\\.[0-9]{2})[0-9]+");

    private final XYChart chart;

    Plot(String title, String x, String y) {
        chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .xAxisTitle(x)
                .yAxisTitle(y)
                .build();
        chart.getStyler()
                .setXAxisLogarithmic(true)
                .setYAxisLogarithmic(true)
                .setXAxisLogarithmicDecadeOnly(true)
                .setYAxisLogarithmicDecadeOnly(true)
                .setXAxisTickLabelsFormattingFunction(Plot::number)
                .setYAxisTickLabelsFormattingFunction(Plot::number)
                .setPlotGridLinesColor(new Color(225, 225, 225))
                .setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12))
                .setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
        chart.getStyler()
                .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 15))
                .setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12))
                .setLegendPosition(Styler.LegendPosition.OutsideE)
                .setLegendLayout(Styler.LegendLayout.Vertical)
                .setChartBackgroundColor(Color.WHITE)
                .setLegendBorderColor(Color.WHITE);
    }

    /** Left axis from zero, not logarithmic. */
    Plot linear() {
        chart.getStyler().setYAxisLogarithmic(false).setYAxisMin(0.0);
        return this;
    }

    /** A second axis on the right, linear as well. */
    Plot right(String title) {
        chart.setYAxisGroupTitle(RIGHT, title);
        chart.getStyler().setYAxisGroupPosition(RIGHT, Styler.YAxisPosition.Right);
        chart.getStyler().setYAxisMin(RIGHT, 0.0);
        return this;
    }

    /** A line through the medians of measurements that differ in a parameter; nothing if there are none. */
    Plot line(String name, Color color, boolean dashed, List<Measurement> measurements, String parameter) {
        draw(name, color, dashed, measurements, parameter, SeriesMarkers.CIRCLE);
        return this;
    }

    /** The same, on the right axis. */
    Plot rightLine(String name, Color color, boolean dashed, List<Measurement> measurements, String parameter) {
        draw(name, color, dashed, measurements, parameter, SeriesMarkers.SQUARE)
                .ifPresent(series -> series.setYAxisGroup(RIGHT));
        return this;
    }

    private Optional<XYSeries> draw(
            String name, Color color, boolean dashed, List<Measurement> unsorted, String parameter, Marker marker) {
        List<Measurement> measurements = unsorted.stream()
                .sorted(Comparator.comparingDouble(one -> at(one, parameter)))
                .toList();
        if (measurements.isEmpty()) {
            return Optional.empty();
        }
        double[] x =
                measurements.stream().mapToDouble(one -> at(one, parameter)).toArray();
        double[] y = measurements.stream().mapToDouble(Measurement::median).toArray();
        XYSeries series = chart.addSeries(name, x, y);
        series.setMarker(marker);
        series.setMarkerColor(color);
        series.setLineColor(color);
        float[] dashes = {6, 4};
        series.setLineStyle(
                dashed
                        ? new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, dashes, 0)
                        : new BasicStroke(2.5f));
        return Optional.of(series);
    }

    private static double at(Measurement measurement, String parameter) {
        return Double.parseDouble(measurement.at().get(parameter));
    }

    /**
     * Writes the picture, unless it is empty.
     *
     * @param format {@code svg} or {@code png}
     */
    boolean save(Path file, String format) throws IOException {
        if (chart.getSeriesCollection().isEmpty()) {
            return false;
        }
        ByteArrayOutputStream picture = new ByteArrayOutputStream();
        ChartEncoder.saveChart(chart, picture, format);
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, format.equals("svg") ? rounded(picture) : picture.toByteArray());
        return true;
    }

    /**
     * XChart draws letters as outlines, so that they look the same everywhere; a hundredth of a pixel will do for them.
     */
    private static byte[] rounded(ByteArrayOutputStream svg) {
        return FRACTION.matcher(svg.toString(StandardCharsets.UTF_8))
                .replaceAll("$1")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String number(double value) {
        return value > 0 && value < 1
                ? String.format(Locale.ROOT, "%.2f", value)
                : String.format(Locale.ROOT, "%,.0f", value);
    }
}
