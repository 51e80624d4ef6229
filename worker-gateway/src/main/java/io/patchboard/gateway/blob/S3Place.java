package io.patchboard.gateway.blob;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.AwsProfileRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/**
 * A place in a bucket, as {@code s3://BUCKET/PREFIX}. Keys, region and endpoint are looked for where Amazon's tools
 * look for them.
 *
 * @param prefix empty, or with a slash at its end
 */
record S3Place(String bucket, String prefix) {

    private static final Pattern URL = Pattern.compile("s3://([^/]+)/*(.*?)/*");
    private static final String SCHEME = "s3://";

    /** Longer than a letter, which is a drive. */
    private static final Pattern OTHER_SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/.*");

    /**
     * Whether a place is in a bucket; else it is a directory.
     *
     * @throws IllegalArgumentException if it is elsewhere, as a URL of another scheme says
     */
    static boolean isOne(String place) {
        if (!place.startsWith(SCHEME) && OTHER_SCHEME.matcher(place).matches()) {
            throw new IllegalArgumentException("Expected a directory, or s3://BUCKET/PREFIX, but got " + place
                    + ". AWS_ENDPOINT_URL_S3 names another store that speaks S3's protocol.");
        }
        return place.startsWith(SCHEME);
    }

    /** @throws IllegalArgumentException if it is none */
    static S3Place parse(String url) {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException("Expected s3://BUCKET or s3://BUCKET/PREFIX, but got " + url + ".");
        }
        return new S3Place(parts.group(1), parts.group(2).isEmpty() ? "" : parts.group(2) + "/");
    }

    /**
     * Checksums are sent where we say so, and bodies as they are: other stores do not understand what the client adds
     * by itself.
     */
    static S3Client client() {
        S3ClientBuilder builder = S3Client.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .serviceConfiguration(config -> config.chunkedEncodingEnabled(false))
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
        Optional<String> endpoint = setting("aws.endpointUrlS3", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL");
        if (endpoint.isPresent()) {
            builder.endpointOverride(URI.create(endpoint.get()))
                    .forcePathStyle(true)
                    .region(regionElsewhere());
        }
        return builder.build();
    }

    /** Most other stores have no regions. The machine is not asked for its own, which is one of Amazon's. */
    private static Region regionElsewhere() {
        try {
            return new AwsRegionProviderChain(new SystemSettingsRegionProvider(), new AwsProfileRegionProvider())
                    .getRegion();
        } catch (SdkClientException e) {
            return Region.US_EAST_1;
        }
    }

    private static Optional<String> setting(String property, String... variables) {
        return Stream.concat(
                        Stream.ofNullable(System.getProperty(property)),
                        Stream.of(variables).flatMap(name -> Stream.ofNullable(System.getenv(name))))
                .filter(value -> !value.isBlank())
                .findFirst();
    }
}
