// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.certificate;

import io.hedgerow.core.internal.text.Excerpt;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Locale;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.util.IPAddress;

/**
 * A host name or address under which sites reach a coordinator. Names are compared whole, without regard to letter
 * case; there are no wildcards. Nothing is ever looked up.
 *
 * @param text a host name in ASCII letters, digits, dots and dashes, or a numeric IPv4 or IPv6 address
 */
public record Host(String text) {

    public Host {
        String plain = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        plain = plain.toLowerCase(Locale.ROOT);
        if (!isAddress(plain)
                && (plain.length() > 253
                        || plain.matches("[0-9.]*")
                        || !plain.matches(
                                "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*"))) {
            throw new IllegalArgumentException(
                    "a host must be a name in ASCII letters, digits, dots and dashes, or a numeric address, was "
                            + Excerpt.quoted(text));
        }
        text = plain;
    }

    private static boolean isAddress(String text) {
        return IPAddress.isValidIPv4(text) || IPAddress.isValidIPv6(text);
    }

    boolean is(int type, String name) {
        if (type == GeneralName.dNSName) {
            return !isAddress(text) && text.equals(name.toLowerCase(Locale.ROOT));
        }
        return type == GeneralName.iPAddress
                && isAddress(text)
                && isAddress(name)
                && Arrays.equals(numeric(text), numeric(name));
    }

    /** Only for addresses, for which the platform looks nothing up. */
    private static byte[] numeric(String address) {
        try {
            return InetAddress.getByName(address).getAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("an address must be numeric, was " + address, e);
        }
    }

    GeneralName generalName() {
        return new GeneralName(isAddress(text) ? GeneralName.iPAddress : GeneralName.dNSName, text);
    }
}
