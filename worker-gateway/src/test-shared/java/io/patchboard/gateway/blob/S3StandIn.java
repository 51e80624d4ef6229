package io.patchboard.gateway.blob;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * As much of Amazon S3 as blobs need, in memory: objects of one bucket, put, got, listed by pages and removed. A
 * request that is not signed as AWS Signature Version 4 has it, or whose bytes have another checksum than it says, is
 * refused.
 */
public final class S3StandIn implements AutoCloseable {

    public static final String BUCKET = "bucket";
    public static final String KEY_ID = "AKIDEXAMPLE";
    public static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

    private static final Pattern AUTHORIZATION = Pattern.compile(
            "AWS4-HMAC-SHA256 Credential=([^/]+)/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})");
    private static final int PAGE = 2;

    private final HttpServer server;
    private final NavigableMap<String, Kept> objects = new ConcurrentSkipListMap<>();
    private final Queue<String> listed = new ConcurrentLinkedQueue<>();
    private volatile boolean down;
    private volatile String scope = "";
    private volatile CyclicBarrier gate = new CyclicBarrier(1);

    private record Kept(byte[] bytes, Instant time) {}

    public S3StandIn() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    /** For clients of this JVM, as long as it is open. */
    public S3StandIn settings() {
        System.setProperty("aws.endpointUrlS3", url());
        System.setProperty("aws.accessKeyId", KEY_ID);
        System.setProperty("aws.secretAccessKey", SECRET);
        return this;
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public List<String> keys() {
        return List.copyOf(objects.keySet());
    }

    /** Whether it answers no request but by a failure of its own. */
    public void down(boolean isDown) {
        down = isDown;
    }

    /** From now on requests are answered in groups of so many, which have to come at once. */
    public void together(int count) {
        gate = new CyclicBarrier(count);
    }

    /** The date, region and service that the last request was signed for. */
    public String scope() {
        return scope;
    }

    /** How many pages of a prefix were asked for. */
    public long lists(String prefix) {
        return listed.stream().filter(prefix::equals).count();
    }

    /** All that there is was put at a time. */
    public void age(Instant time) {
        objects.replaceAll((key, kept) -> new Kept(kept.bytes(), time));
    }

    /** All that there is has other bytes. */
    public void spoil() {
        objects.replaceAll((key, kept) -> {
            byte[] other = kept.bytes().clone();
            other[other.length - 1]++;
            return new Kept(other, kept.time());
        });
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            gate.await(30, TimeUnit.SECONDS);
            byte[] body = exchange.getRequestBody().readAllBytes();
            String path = exchange.getRequestURI().getPath();
            String key = path.startsWith("/" + BUCKET + "/") ? path.substring(BUCKET.length() + 2) : "";
            if (down) {
                error(exchange, 503, "SlowDown");
            } else if (!isSigned(exchange, body)) {
                error(exchange, 403, "SignatureDoesNotMatch");
            } else if (!path.startsWith("/" + BUCKET)) {
                error(exchange, 404, "NoSuchBucket");
            } else if (key.isEmpty()) {
                list(exchange);
            } else {
                object(exchange, key, body);
            }
        } catch (GeneralSecurityException | BrokenBarrierException | TimeoutException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void object(HttpExchange exchange, String key, byte[] body) throws IOException, GeneralSecurityException {
        switch (exchange.getRequestMethod()) {
            case "PUT" -> {
                String checksum = exchange.getRequestHeaders().getFirst("x-amz-checksum-sha256");
                if (Arrays.equals(Base64.getDecoder().decode(checksum), digest(body))) {
                    objects.put(key, new Kept(body, Instant.now()));
                    send(exchange, 200, new byte[0]);
                } else {
                    error(exchange, 400, "BadDigest");
                }
            }
            case "GET" -> {
                Kept kept = objects.get(key);
                if (kept == null) {
                    error(exchange, 404, "NoSuchKey");
                } else {
                    send(exchange, 200, kept.bytes());
                }
            }
            case "DELETE" -> {
                objects.remove(key);
                exchange.sendResponseHeaders(204, -1);
            }
            default -> error(exchange, 405, "MethodNotAllowed");
        }
    }

    private void list(HttpExchange exchange) throws IOException {
        Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
        String prefix = query.getOrDefault("prefix", "");
        listed.add(prefix);
        List<Map.Entry<String, Kept>> found =
                objects.tailMap(query.getOrDefault("continuation-token", prefix), true).entrySet().stream()
                        .filter(object -> object.getKey().startsWith(prefix))
                        .toList();
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?><ListBucketResult><Name>" + BUCKET + "</Name>");
        found.stream()
                .limit(PAGE)
                .forEach(object -> xml.append("<Contents><Key>")
                        .append(object.getKey())
                        .append("</Key><LastModified>")
                        .append(object.getValue().time().truncatedTo(ChronoUnit.MILLIS))
                        .append("</LastModified><Size>")
                        .append(object.getValue().bytes().length)
                        .append("</Size></Contents>"));
        if (found.size() > PAGE) {
            xml.append("<NextContinuationToken>")
                    .append(found.get(PAGE).getKey())
                    .append("</NextContinuationToken>");
        }
        xml.append("<IsTruncated>").append(found.size() > PAGE).append("</IsTruncated></ListBucketResult>");
        send(exchange, 200, xml.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> parameters = new TreeMap<>();
        for (String part : raw == null || raw.isEmpty() ? new String[0] : raw.split("&")) {
            String[] sides = part.split("=", 2);
            parameters.put(
                    URLDecoder.decode(sides[0], StandardCharsets.UTF_8),
                    sides.length < 2 ? "" : URLDecoder.decode(sides[1], StandardCharsets.UTF_8));
        }
        return parameters;
    }

    private static void error(HttpExchange exchange, int status, String code) throws IOException {
        send(
                exchange,
                status,
                ("<?xml version=\"1.0\"?><Error><Code>" + code + "</Code><Message>" + code + "</Message></Error>")
                        .getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    /** As "Signature calculations for the authorization header" of Amazon's documentation has it. */
    private boolean isSigned(HttpExchange exchange, byte[] body) throws GeneralSecurityException {
        String said = exchange.getRequestHeaders().getFirst("Authorization");
        Matcher parts = AUTHORIZATION.matcher(said == null ? "" : said);
        String content = exchange.getRequestHeaders().getFirst("x-amz-content-sha256");
        if (!parts.matches()
                || !parts.group(1).equals(KEY_ID)
                || !List.of(hex(digest(body)), "UNSIGNED-PAYLOAD").contains(content)) {
            return false;
        }
        scope = parts.group(2);
        String headers = Arrays.stream(parts.group(3).split(";"))
                .map(name -> name + ":"
                        + exchange.getRequestHeaders().getFirst(name).strip().replaceAll(" +", " ") + "\n")
                .collect(Collectors.joining());
        String rawQuery = exchange.getRequestURI().getRawQuery();
        String query = Arrays.stream((rawQuery == null ? "" : rawQuery).split("&"))
                .filter(part -> !part.isEmpty())
                .map(part -> part.contains("=") ? part : part + "=")
                .sorted()
                .collect(Collectors.joining("&"));
        String request = String.join(
                "\n",
                exchange.getRequestMethod(),
                exchange.getRequestURI().getRawPath(),
                query,
                headers,
                parts.group(3),
                content);
        String text = String.join(
                "\n",
                "AWS4-HMAC-SHA256",
                exchange.getRequestHeaders().getFirst("x-amz-date"),
                parts.group(2),
                hex(digest(request.getBytes(StandardCharsets.UTF_8))));
        byte[] key = ("AWS4" + SECRET).getBytes(StandardCharsets.UTF_8);
        for (String part : parts.group(2).split("/")) {
            key = code(key, part);
        }
        return hex(code(key, text)).equals(parts.group(4));
    }

    private static byte[] code(byte[] key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] digest(byte[] bytes) throws GeneralSecurityException {
        return MessageDigest.getInstance("SHA-256").digest(bytes);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        List.of("aws.endpointUrlS3", "aws.accessKeyId", "aws.secretAccessKey").forEach(System::clearProperty);
    }
}
