package io.patchboard.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which hosts may be called; nothing is looked up here. */
final class OutboundTest {

    private static Optional<String> refusal(
            String url, String leadsTo, List<String> hosts, List<String> inside, boolean saysItself) {
        return new Outbound(hosts, inside, saysItself, host -> List.of(InetAddress.getByName(leadsTo)))
                .refusal(URI.create(url));
    }

    private static Optional<String> refusal(String leadsTo) {
        return refusal("https://checker.example.org/answer", leadsTo, List.of(), List.of(), true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.9.9.9",
                "::1",
                "0.0.0.0",
                "::",
                "0.1.2.3",
                "10.0.0.3",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.169.254",
                "fe80::1",
                "fec0::1",
                "fd00::1",
                "100.64.0.1",
                "100.127.255.255",
                "192.0.0.8",
                "198.18.0.1",
                "224.0.0.1",
                "ff02::1",
                "240.0.0.1",
                "255.255.255.255",
                "::ffff:10.0.0.3",
                "64:ff9b::a00:3",
                "2002:7f00:1::"
            })
    void aName_thatLeadsInside_isRefused(String address) {
        assertThat(refusal(address).orElseThrow())
                .startsWith("checker.example.org leads to ")
                .contains("outbound.private");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "93.184.215.14",
                "1.1.1.1",
                "172.32.0.1",
                "100.128.0.1",
                "192.0.1.1",
                "198.20.0.1",
                "2606:4700::1111",
                "64:ff9b::101:101",
                "2002:101:101::"
            })
    void aName_thatLeadsToTheInternet_isCalled(String address) {
        assertThat(refusal(address)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://10.0.0.3/", "http://[::1]:80/", "http://LOCALHOST/", "http://reviewer:8000/a"})
    void whatSaysItselfWhatItIs_isCalled_unlessAStrangerSaysSo(String url) {
        assertThat(refusal(url, "10.0.0.3", List.of(), List.of(), true)).isEmpty();
        assertThat(refusal(url, "10.0.0.3", List.of(), List.of(), false)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.3", "10.0.0.0/8", "10.0.0.2/31", "checker.example.org", "*.example.org"})
    void whatIsNamed_isCalled(String named) {
        assertThat(refusal("https://Checker.Example.org./", "10.0.0.3", List.of(), List.of(named), false))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.4", "10.0.0.4/31", "fd00::/8", "example.org", "*.checker.example.org"})
    void whatIsNamedOtherwise_isNot(String named) {
        assertThat(refusal("https://checker.example.org/", "10.0.0.3", List.of(), List.of(named), true))
                .isPresent();
    }

    @Test
    void whereHostsAreListed_noOtherIsCalled() {
        List<String> hosts = List.of("checker.example.org", "*.example.com", "127.0.0.1");

        assertThat(refusal("https://checker.example.org/", "1.1.1.1", hosts, List.of(), true))
                .isEmpty();
        assertThat(refusal("https://a.b.example.com/", "1.1.1.1", hosts, List.of(), true))
                .isEmpty();
        assertThat(refusal("http://127.0.0.1:9/", "127.0.0.1", hosts, List.of(), true))
                .isEmpty();
        assertThat(refusal("https://example.com/", "1.1.1.1", hosts, List.of(), true))
                .contains("example.com is none of the hosts that may be called (outbound.hosts)");
        assertThat(refusal("http://127.0.0.2/", "1.1.1.1", hosts, List.of(), true))
                .isPresent();
        assertThat(refusal("https://checker.example.org/", "10.0.0.3", hosts, List.of(), true))
                .as("a listed name that leads inside")
                .isPresent();
    }

    @Test
    void oneOfSeveralAddresses_isEnough() {
        Outbound outbound = new Outbound(
                List.of(),
                List.of(),
                true,
                host -> List.of(InetAddress.getByName("1.1.1.1"), InetAddress.getByName("10.0.0.3")));

        assertThat(outbound.refusal(URI.create("https://checker.example.org/"))).isPresent();
    }

    @Test
    void aNameThatNobodyHas_isLeftToTheRequest() {
        Outbound outbound = new Outbound(List.of(), List.of(), true, host -> {
            throw new UnknownHostException(host);
        });

        assertThat(outbound.refusal(URI.create("https://checker.example.org/"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"10.0.0.0/33", "10.0.0.0/x", "name.example.org/8", "10.0.0.0.0.0", "fd00::/200", "1.2.3/-1"})
    void noNetwork_isRefused(String inside) {
        assertThatThrownBy(() -> Outbound.of(List.of(), List.of(inside)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(inside);
    }

    @Test
    void aRefusedRequest_isNotSent() throws Exception {
        Outbound outbound =
                new Outbound(List.of(), List.of(), true, host -> List.of(InetAddress.getByName("169.254.169.254")));
        try (HttpCaller caller = new HttpCaller()) {
            Outcome outcome = caller.send(
                    HttpRequest.newBuilder(URI.create("http://checker.example.org:1/"))
                            .build(),
                    Deadline.in(Duration.ofMinutes(1)),
                    outbound);

            assertThat(outcome).isInstanceOfSatisfying(Outcome.NoResponse.class, none -> {
                assertThat(none.reason()).isEqualTo(Outcome.Reason.REFUSED);
                assertThat(none.detail()).contains("leads to 169.254.169.254");
            });
        }
    }
}
