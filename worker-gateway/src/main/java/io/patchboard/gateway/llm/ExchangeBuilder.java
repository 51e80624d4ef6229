package io.patchboard.gateway.llm;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import java.time.Duration;

/**
 * Hands the library the client that it shall use. The timeouts that it sets are not needed: an exchange has a deadline.
 */
final class ExchangeBuilder implements HttpClientBuilder {

    private final Exchange exchange;
    private Duration connectTimeout = Duration.ofSeconds(10);
    private Duration readTimeout = Duration.ofSeconds(60);

    ExchangeBuilder(Exchange exchange) {
        this.exchange = exchange;
    }

    @Override
    public Duration connectTimeout() {
        return connectTimeout;
    }

    @Override
    public HttpClientBuilder connectTimeout(Duration timeout) {
        connectTimeout = timeout;
        return this;
    }

    @Override
    public Duration readTimeout() {
        return readTimeout;
    }

    @Override
    public HttpClientBuilder readTimeout(Duration timeout) {
        readTimeout = timeout;
        return this;
    }

    @Override
    public HttpClient build() {
        return exchange;
    }
}
