package io.patchboard.gateway.blob;

import java.io.IOException;
import java.io.InputStream;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** The bytes of an object. What fails on the way is a failure of the store, whatever it is called by the client. */
final class S3Body extends InputStream {

    private final ResponseInputStream<GetObjectResponse> body;

    S3Body(ResponseInputStream<GetObjectResponse> body) {
        this.body = body;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int from, int most) throws IOException {
        try {
            return body.read(target, from, most);
        } catch (SdkException e) {
            throw S3Blobs.failed(e);
        }
    }

    /** Without reading the rest. */
    @Override
    public void close() {
        body.abort();
    }
}
