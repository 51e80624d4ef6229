package io.patchboard.gateway.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ResourceLock(Resources.SYSTEM_PROPERTIES) // where the store is
class S3PlaceTest {

    @ParameterizedTest
    @ValueSource(strings = {"gs://bucket/x", "S3://bucket", "s3:/bucket", "https://x.test/b", "file:///tmp/b"})
    void otherScheme_isNoDirectory(String place) {
        assertThatThrownBy(() -> BlobStores.open(place, 1, 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("s3://BUCKET/PREFIX, but got " + place);
        assertThatThrownBy(() -> BlobStores.find(place)).hasMessageContaining("but got " + place);
        assertThat(Path.of(place.substring(0, place.indexOf('/')))).doesNotExist();
        assertThat(S3Place.isOne("C:/blobs")).isFalse();
    }

    @Test
    void regionOfAnotherStore_isThatOfTheProfile_orElseOneThatIsAlwaysThere(@TempDir Path dir) throws IOException {
        Path config = Files.writeString(dir.resolve("config"), "[default]\nregion = garage\n");
        try (S3StandIn s3 = new S3StandIn().settings()) {
            System.setProperty("aws.configFile", dir.resolve("none").toString());
            BlobStores.open("s3://" + S3StandIn.BUCKET, 1, 1);
            assertThat(s3.scope()).contains("/us-east-1/s3/");

            System.setProperty("aws.configFile", config.toString());
            BlobStores.open("s3://" + S3StandIn.BUCKET, 1, 1);
            assertThat(s3.scope()).contains("/garage/s3/");
        } finally {
            System.clearProperty("aws.configFile");
        }
    }
}
