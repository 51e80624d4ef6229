package io.patchboard.calls;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which hosts may be called. A name of the internet that leads to an address of the machine or its network (loopback,
 * link-local, private, ...) is refused, since whoever has the name could reach by it what only this process may reach.
 * An address that is written as one, {@code localhost} and a name without a dot say themselves what they are.
 *
 * <p>A name is looked up right before each request. The JDK's client looks it up again when it connects and gets what
 * the JVM has remembered of that (30 s by default): so the addresses that were looked at are those that are called,
 * unless that time ends between the two. Through a proxy it is the proxy that looks names up.
 */
public final class Outbound {

    /** Whatever is asked for: for calls whose address the operator alone has chosen. */
    public static final Outbound ANY = new Outbound(List.of(), List.of(), true, host -> List.of());

    private static final Pattern LITERAL = Pattern.compile("[0-9]{1,3}(?:\\.[0-9]{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]*");
    private static final int IPV4_BITS = 32;

    /** Finds the addresses of a host. */
    interface Resolver {
        List<InetAddress> addresses(String host) throws UnknownHostException;
    }

    /** Addresses that begin alike. */
    private record Network(byte[] address, int bits) {

        private boolean has(InetAddress other) {
            byte[] bytes = other.getAddress();
            if (bytes.length != address.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> bit % 8;
                if ((bytes[bit / 8] & mask) != (address[bit / 8] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** What is neither loopback, link-local, site-local nor multicast by its class, and yet not of the internet. */
    private static final List<Network> RESERVED = List.of(
            network("0.0.0.0/8"),
            network("100.64.0.0/10"),
            network("192.0.0.0/24"),
            network("198.18.0.0/15"),
            network("240.0.0.0/4"),
            network("fc00::/7"));

    private final List<String> hosts;
    private final List<String> insideNames = new ArrayList<>();
    private final List<Network> inside = new ArrayList<>();
    private final boolean saysItself;
    private final Resolver resolver;

    Outbound(List<String> hosts, List<String> inside, boolean saysItself, Resolver resolver) {
        this.hosts = hosts.stream().map(Outbound::plain).toList();
        for (String each : inside) {
            if (LITERAL.matcher(each).matches() || each.contains("/") || each.matches("[0-9.]+")) {
                this.inside.add(network(each));
            } else {
                insideNames.add(plain(each));
            }
        }
        this.saysItself = saysItself;
        this.resolver = resolver;
    }

    /**
     * For addresses that an operator writes down.
     *
     * @param hosts nothing else is called: names, addresses, or {@code *.} and the end of names; empty for no bound
     * @param inside what may be called although it is not of the internet: names as above, addresses or networks
     *     ({@code 10.1.0.0/16})
     * @throws IllegalArgumentException if one of them is no such thing
     */
    public static Outbound of(List<String> hosts, List<String> inside) {
        return new Outbound(hosts, inside, true, Outbound::lookUp);
    }

    /** The same for addresses that strangers choose: nothing says itself that it is meant. */
    public Outbound ofStrangers() {
        List<String> names = new ArrayList<>(insideNames);
        Outbound strict = new Outbound(hosts, names, false, Outbound::lookUp);
        strict.inside.addAll(inside);
        return strict;
    }

    /** Whether nothing is looked at. */
    boolean isAny() {
        return this == ANY;
    }

    /** What is wrong with calling there, as the rest of a sentence that ends in "but"; empty if nothing is. */
    public Optional<String> refusal(URI url) {
        if (isAny()) {
            return Optional.empty();
        }
        String host = plain(Optional.ofNullable(url.getHost()).orElse(""));
        if (!hosts.isEmpty() && hosts.stream().noneMatch(name -> matches(name, host))) {
            return Optional.of(host + " is none of the hosts that may be called (outbound.hosts)");
        }
        boolean named = insideNames.stream().anyMatch(name -> matches(name, host))
                || saysItself && (LITERAL.matcher(host).matches() || host.indexOf('.') < 0);
        return named || isProxied(url) ? Optional.empty() : addressRefusal(host);
    }

    private Optional<String> addressRefusal(String host) {
        try {
            return resolver.addresses(host).stream()
                    .filter(address -> !isOfTheInternet(address))
                    .filter(address -> inside.stream().noneMatch(network -> network.has(address)))
                    .findFirst()
                    .map(address -> host + " leads to " + address.getHostAddress()
                            + ", which is no address of the internet (name it in outbound.private if it is meant)");
        } catch (UnknownHostException e) {
            return Optional.empty(); // the request says so
        }
    }

    private static List<InetAddress> lookUp(String host) throws UnknownHostException {
        return List.of(InetAddress.getAllByName(host));
    }

    private static boolean isProxied(URI url) {
        return Optional.ofNullable(ProxySelector.getDefault()).stream()
                .flatMap(selector -> selector.select(url).stream())
                .anyMatch(proxy -> proxy.type() != Proxy.Type.DIRECT);
    }

    static boolean isOfTheInternet(InetAddress address) {
        boolean inside = address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()
                || RESERVED.stream().anyMatch(network -> network.has(address));
        return !inside && (!(address instanceof Inet6Address) || isOfTheInternet(address.getAddress()));
    }

    /** Of what leads on to an address of version 4: NAT64, and 6to4. */
    private static boolean isOfTheInternet(byte[] bytes) {
        int first = (bytes[0] & 0xff) << 8 | bytes[1] & 0xff;
        int second = (bytes[2] & 0xff) << 8 | bytes[3] & 0xff;
        int at = first == 0x64 && second == 0xff9b ? 12 : first == 0x2002 ? 2 : -1;
        return at < 0 || isOfTheInternet(address(Arrays.copyOfRange(bytes, at, at + 4)));
    }

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("Four or sixteen bytes are an address.", e);
        }
    }

    private static boolean matches(String name, String host) {
        return name.startsWith("*.") ? host.endsWith(name.substring(1)) : host.equals(name);
    }

    private static String plain(String host) {
        String lower = host.toLowerCase(Locale.ROOT).replaceAll("^\\[|]$", "");
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }

    private static Network network(String text) {
        int slash = text.indexOf('/');
        String address = plain(slash < 0 ? text : text.substring(0, slash));
        if (!LITERAL.matcher(address).matches()) {
            throw new IllegalArgumentException("an address before the slash of \"" + text + "\"");
        }
        try {
            InetAddress known = InetAddress.getByName(address);
            int most = known instanceof Inet4Address ? IPV4_BITS : 4 * IPV4_BITS;
            int bits = slash < 0 ? most : Integer.parseInt(text.substring(slash + 1));
            if (bits < 0 || bits > most) {
                throw new IllegalArgumentException("at most " + most + " bits after the slash of \"" + text + "\"");
            }
            return new Network(known.getAddress(), bits);
        } catch (UnknownHostException | NumberFormatException e) {
            throw new IllegalArgumentException("an address or a network such as 10.1.0.0/16 in \"" + text + "\"", e);
        }
    }
}
