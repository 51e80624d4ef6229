package io.patchboard.standalone.blueprint;

import io.patchboard.standalone.blueprint.Picture.Arrow;
import io.patchboard.standalone.blueprint.Picture.Box;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.elk.alg.layered.options.CycleBreakingStrategy;
import org.eclipse.elk.alg.layered.options.LayeredMetaDataProvider;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.core.RecursiveGraphLayoutEngine;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.CoreOptions;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.util.BasicProgressMonitor;
import org.eclipse.elk.graph.ElkBendPoint;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;

/**
 * Where the boxes and arrows of a picture go: in layers from top to bottom (Sugiyama), by the Eclipse Layout Kernel.
 * The same picture is always laid out the same.
 *
 * @param width of the whole, in pixels
 * @param ways of the arrows, from border to border
 */
public record PictureLayout(double width, double height, Map<Box, Area> areas, Map<Arrow, List<Point>> ways) {

    /** How high a line of text is, and how much room is around all of them. */
    static final double LINE = 17;

    static final double PADDING = 12;

    private static final double TITLE_COLUMN = 8.6;
    private static final double LINE_COLUMN = 7.3;

    /** In pixels. */
    public record Point(double x, double y) {}

    /** In pixels. */
    public record Area(double x, double y, double width, double height) {}

    public static PictureLayout of(Picture picture) {
        LayoutMetaDataService.getInstance().registerLayoutMetaDataProviders(new LayeredMetaDataProvider());
        ElkNode root = ElkGraphUtil.createGraph();
        root.setProperty(CoreOptions.ALGORITHM, LayeredOptions.ALGORITHM_ID);
        root.setProperty(LayeredOptions.DIRECTION, Direction.DOWN);
        root.setProperty(LayeredOptions.EDGE_ROUTING, EdgeRouting.ORTHOGONAL);
        root.setProperty(LayeredOptions.RANDOM_SEED, 1);
        root.setProperty(LayeredOptions.CYCLE_BREAKING_STRATEGY, CycleBreakingStrategy.DEPTH_FIRST);
        root.setProperty(LayeredOptions.SPACING_NODE_NODE, 28.0);
        root.setProperty(LayeredOptions.SPACING_EDGE_NODE, 18.0);
        root.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, 40.0);
        root.setProperty(LayeredOptions.SPACING_EDGE_NODE_BETWEEN_LAYERS, 20.0);
        root.setProperty(LayeredOptions.PADDING, new ElkPadding(20));
        Map<Box, ElkNode> nodes = new LinkedHashMap<>();
        for (Box box : picture.boxes()) {
            ElkNode node = ElkGraphUtil.createNode(root);
            node.setDimensions(width(box), 2 * PADDING + LINE * (1 + box.lines().size()));
            nodes.put(box, node);
        }
        Map<Arrow, ElkEdge> edges = new LinkedHashMap<>();
        for (Arrow arrow : picture.arrows()) {
            edges.put(arrow, ElkGraphUtil.createSimpleEdge(nodes.get(arrow.from()), nodes.get(arrow.to())));
        }
        new RecursiveGraphLayoutEngine().layout(root, new BasicProgressMonitor());

        Map<Box, Area> areas = new HashMap<>();
        nodes.forEach(
                (box, node) -> areas.put(box, new Area(node.getX(), node.getY(), node.getWidth(), node.getHeight())));
        Map<Arrow, List<Point>> ways = new HashMap<>();
        edges.forEach((arrow, edge) -> ways.put(arrow, way(edge)));
        return new PictureLayout(root.getWidth(), root.getHeight(), Map.copyOf(areas), Map.copyOf(ways));
    }

    private static List<Point> way(ElkEdge edge) {
        List<Point> points = new ArrayList<>();
        for (ElkEdgeSection section : edge.getSections()) {
            points.add(new Point(section.getStartX(), section.getStartY()));
            for (ElkBendPoint bend : section.getBendPoints()) {
                points.add(new Point(bend.getX(), bend.getY()));
            }
            points.add(new Point(section.getEndX(), section.getEndY()));
        }
        return List.copyOf(points);
    }

    private static double width(Box box) {
        double title = columns(box.title()) * TITLE_COLUMN;
        double lines =
                box.lines().stream().mapToInt(PictureLayout::columns).max().orElse(0) * LINE_COLUMN;
        return Math.max(90, Math.max(title, lines) + 2 * PADDING);
    }

    /** Estimated without fonts, of which a server may have none: letters of East Asia and pictures take two columns. */
    private static int columns(String text) {
        return text.codePoints().map(c -> c < 0x1100 ? 1 : 2).sum();
    }
}
