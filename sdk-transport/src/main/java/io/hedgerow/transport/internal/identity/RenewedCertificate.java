// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.internal.certificate.Certificates;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The certificate in a file, read again whenever it is to be shown, so that a renewed one is shown from the next
 * connection on. One that is not good is not shown: the one before stays, and the peer says so when it has expired.
 * Thread-safe.
 */
final class RenewedCertificate implements Supplier<X509Certificate> {

    private final Path file;
    private final Predicate<X509Certificate> accepted;
    private X509Certificate shown;
    private @Nullable FileStamp stamp;

    RenewedCertificate(Path file, X509Certificate first, Predicate<X509Certificate> accepted) {
        this.file = file;
        this.shown = first;
        this.accepted = accepted;
    }

    @Override
    public synchronized X509Certificate get() {
        try {
            FileStamp now = FileStamp.of(file);
            if (!now.equals(stamp)) {
                X509Certificate found = Certificates.read(file, "install the certificate with `enrol install`");
                if (found.equals(shown) || accepted.test(found)) {
                    shown = found;
                }
                stamp = now;
            }
        } catch (IOException | IdentityException e) {
            stamp = null; // being replaced at this moment, perhaps
        }
        return shown;
    }
}
