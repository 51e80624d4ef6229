package io.patchboard.gateway.blob;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Files of a bucket that are in a directory of this machine as long as somebody reads or writes them: an archive of
 * logs, say. For one thread.
 */
public final class S3Files {

    private final S3Client client;
    private final S3Place place;
    private final Path dir;
    private final String suffix;
    private final Map<String, FileTime> there = new HashMap<>();

    private S3Files(S3Client client, S3Place place, Path dir, String suffix) {
        this.client = client;
        this.place = place;
        this.dir = dir;
        this.suffix = suffix;
    }

    /**
     * Whether a place is in a bucket, as {@code s3://BUCKET/PREFIX}; else it is a directory.
     *
     * @throws IllegalArgumentException if it is elsewhere, as a URL of another scheme says
     */
    public static boolean isIn(String place) {
        return S3Place.isOne(place);
    }

    /**
     * Gets all files of a place into a directory.
     *
     * @param suffix of their names; others are nothing of ours
     */
    public static S3Files fetch(String url, Path dir, String suffix) throws IOException {
        try {
            S3Files files = new S3Files(S3Place.client(), S3Place.parse(url), dir, suffix);
            files.fetch();
            return files;
        } catch (IllegalArgumentException | SdkException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private void fetch() throws IOException {
        List<String> keys =
                client
                        .listObjectsV2Paginator(
                                list -> list.bucket(place.bucket()).prefix(place.prefix()))
                        .contents()
                        .stream()
                        .map(object -> object.key())
                        .filter(key -> isOurs(key.substring(place.prefix().length())))
                        .toList();
        for (String key : keys) {
            String name = key.substring(place.prefix().length());
            Path file = dir.resolve(name);
            client.getObject(get -> get.bucket(place.bucket()).key(key), ResponseTransformer.toFile(file));
            there.put(name, Files.getLastModifiedTime(file));
        }
    }

    private boolean isOurs(String name) {
        return name.endsWith(suffix) && name.indexOf('/') < 0 && !name.startsWith(".");
    }

    /** Puts those of the directory that were written since they were fetched, each with its checksum. */
    public void send() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(dir)) {
            files = all.filter(file -> isOurs(file.getFileName().toString()))
                    .sorted()
                    .toList();
        }
        try {
            for (Path file : files) {
                String name = file.getFileName().toString();
                FileTime written = Files.getLastModifiedTime(file);
                if (!written.equals(there.get(name))) {
                    String checksum = Sha256.ofFile(file);
                    client.putObject(
                            put -> put.bucket(place.bucket())
                                    .key(place.prefix() + name)
                                    .checksumSHA256(checksum),
                            RequestBody.fromFile(file));
                    there.put(name, written);
                }
            }
        } catch (SdkException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
