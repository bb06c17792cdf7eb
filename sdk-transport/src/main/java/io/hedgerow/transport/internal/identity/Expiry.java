// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.internal.certificate.Certificates;
import io.hedgerow.transport.internal.key.Pem;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Warns operators before certificates and revocation lists expire, and every day until they are renewed. Files are read
 * again at each look, so that what was renewed is known. A file that cannot be read has no end here: what needs it says
 * what is wrong with it. Thread-safe.
 */
public final class Expiry {

    private static final Duration SOON = Duration.ofDays(30);
    private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(1);
    private static final Duration BETWEEN_WORDS = Duration.ofDays(1);

    private final IdentityDirectory identity;
    private final Duration horizon;
    private final InstantSource clock;
    private final Map<Credential, Said> said = new EnumMap<>(Credential.class);
    private @Nullable Instant looked;

    private record Said(boolean over, Instant at) {}

    /** The kinds of credentials that expire. */
    public enum Credential {
        CERTIFICATE("the certificate", "renew it with `enrol renew`, and have it signed and installed"),
        AUTHORITY(
                "the authority's certificate",
                "ask the authority's people for another one: every certificate has to be signed anew by it"),
        REVOCATIONS(
                "the list of revoked certificates",
                "have the authority write a new one with `enrol revoke --refresh`, and put it in its place");

        private final String what;
        private final String help;

        Credential(String what, String help) {
            this.what = what;
            this.help = help;
        }

        /** The code of an end that is near, or has come. */
        public String code(boolean over) {
            return name() + (over ? "-ended" : "-ends");
        }
    }

    /** A credential that expires soon or has expired. */
    public record Ending(Credential credential, Instant until, boolean over, String text) {}

    /**
     * The ends of an identity.
     *
     * @param longest people learn of an end this long before it, and 30 days before it if that is sooner
     */
    public Expiry(IdentityDirectory identity, Duration longest, InstantSource clock) {
        this.identity = identity;
        this.horizon = longest.compareTo(SOON) > 0 ? longest : SOON;
        this.clock = clock;
    }

    /** Of a study, which may take its deadline for each of its rounds. */
    public static Expiry during(StudyPlan plan, IdentityDirectory identity, InstantSource clock) {
        return new Expiry(identity, plan.deadline().multipliedBy(plan.rounds()), clock);
    }

    /** Looks, unless it has for less than a minute; returns whether it has. */
    public synchronized boolean look(Consumer<Ending> people) {
        Instant now = clock.instant();
        if (looked != null && now.isBefore(looked.plus(BETWEEN_LOOKS))) {
            return false;
        }
        looked = now;
        tell(endings(), people);
        return true;
    }

    /** All ends, near or far. */
    public Map<Credential, Instant> ends() {
        Map<Credential, Instant> ends = new EnumMap<>(Credential.class);
        certificate(identity.certificate()).ifPresent(until -> ends.put(Credential.CERTIFICATE, until));
        certificate(identity.authority()).ifPresent(until -> ends.put(Credential.AUTHORITY, until));
        list(identity.revocations()).ifPresent(until -> ends.put(Credential.REVOCATIONS, until));
        return ends;
    }

    /** All ends, near or far, by the names of what ends. */
    public Map<String, Instant> named() {
        Map<String, Instant> named = new TreeMap<>();
        ends().forEach((what, until) -> named.put(Words.dashed(what), until));
        return named;
    }

    /** The texts about ends that are near, or have come. */
    public List<String> near() {
        return endings().stream().map(Ending::text).toList();
    }

    /** The ends that are near, or have come. */
    public List<Ending> endings() {
        Instant now = clock.instant();
        return ends().entrySet().stream()
                .filter(end -> now.plus(horizon).isAfter(end.getValue()))
                .map(end -> ending(end.getKey(), end.getValue(), now))
                .toList();
    }

    private static Ending ending(Credential what, Instant until, Instant now) {
        boolean over = now.isAfter(until);
        long days = Duration.between(now, until).toDays();
        String when = over
                ? " has ended, at " + until + ", and no connection succeeds: "
                : " ends in " + Words.count(days, "day") + ", at " + until + ": ";
        return new Ending(what, until, over, what.what + when + what.help);
    }

    /** Tells of each end that is near once a day, and at once when it has come. */
    private void tell(List<Ending> endings, Consumer<Ending> people) {
        Instant now = clock.instant();
        for (Ending ending : endings) {
            Said before = said.get(ending.credential());
            if (before == null
                    || before.over() != ending.over()
                    || !now.isBefore(before.at().plus(BETWEEN_WORDS))) {
                said.put(ending.credential(), new Said(ending.over(), now));
                people.accept(ending);
            }
        }
    }

    private static Optional<Instant> certificate(Path file) {
        try {
            X509Certificate certificate = Certificates.read(file, "");
            return Optional.of(certificate.getNotAfter().toInstant());
        } catch (IdentityException e) {
            return Optional.empty();
        }
    }

    private static Optional<Instant> list(Path file) {
        try {
            return Files.exists(file)
                    ? Optional.ofNullable(Certificates.revocations(Pem.read(file, RevocationList.TYPE, ""))
                                    .getNextUpdate())
                            .map(Date::toInstant)
                    : Optional.empty();
        } catch (RuntimeException | GeneralSecurityException e) {
            return Optional.empty();
        }
    }
}
