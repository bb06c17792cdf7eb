// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.doctor;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.doctor.Checkup.Finding;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.CertifiedName.Role;
import io.hedgerow.transport.internal.identity.Expiry;
import io.hedgerow.transport.internal.identity.Expiry.Ending;
import io.hedgerow.transport.internal.identity.RevocationDemand;
import io.hedgerow.transport.internal.identity.TlsMaterial;
import io.hedgerow.transport.internal.identity.TrustSettings;
import io.hedgerow.transport.internal.key.SigningKey;
import io.hedgerow.transport.study.SiteRules;
import io.hedgerow.transport.study.StudyPlan;
import io.hedgerow.transport.study.StudyPlanException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks a site's keys and its certificate. */
record IdentityChecks(Checkup checkup, SiteSetup setup, InstantSource clock) {

    Optional<TlsMaterial> examine() {
        boolean sound = keys();
        if (!sound) {
            checkup.add(Finding.skip("certificate", "the keys come first"));
            checkup.add(Finding.skip("name", "the keys come first"));
            return Optional.empty();
        }
        Optional<TlsMaterial> material = checkup.attempt(
                "certificate",
                "the message says what is wrong; docs/guides/operator.md, section Enrolment, says how it is made "
                        + "and renewed",
                () -> TlsMaterial.load(
                        setup.identity(),
                        Role.SITE,
                        TrustSettings.lookAtSite(
                                setup.identity(), demand(), setup.home().path(), clock)));
        if (material.isEmpty()) {
            checkup.add(Finding.skip("name", "the certificate comes first"));
            return Optional.empty();
        }
        certificate(material.get());
        return name(material.get()) ? material : Optional.empty();
    }

    /** The demand on revocation lists; rules that cannot be read are reported by another check. */
    private RevocationDemand demand() {
        try {
            return RevocationDemand.of(SiteRules.read(setup.rules()));
        } catch (StudyPlanException e) {
            return RevocationDemand.NONE;
        }
    }

    private boolean keys() {
        List<Path> open = new ArrayList<>();
        Optional<Boolean> read =
                checkup.attempt("keys", "make keys with `enrol request`, or name the right --identity", () -> {
                    for (Path key : files()) {
                        if (!Files.exists(key)) {
                            throw new NoSuchFileException(key.toString());
                        }
                        if (!permissionsOfOthers(key).isEmpty()) {
                            open.add(key);
                        }
                    }
                    if (open.isEmpty()) {
                        SigningKey.open(setup.identity(), setup.passphrase()).close();
                    }
                    return true;
                });
        if (read.isEmpty()) {
            return false;
        }
        checkup.add(
                open.isEmpty()
                        ? Finding.pass("keys", where())
                        : Finding.fail(
                                "keys",
                                ExitCode.BAD_DATA,
                                "others than their owner may use " + names(open),
                                "chmod 600 " + names(open)
                                        + "; if someone may have copied a key, enrol anew and have the old"
                                        + " certificate revoked"));
        return open.isEmpty();
    }

    /** The private keys that are in files. */
    private List<Path> files() {
        List<Path> files = new ArrayList<>();
        if (!Files.exists(setup.identity().token())) {
            files.add(setup.identity().key());
        }
        if (!SigningKey.isOnToken(setup.identity())) {
            files.add(setup.identity().signingKey());
        }
        return files;
    }

    private String where() {
        boolean connections = Files.exists(setup.identity().token());
        if (SigningKey.isOnToken(setup.identity())) {
            return connections
                    ? "both private keys are on a token, where the signing key has signed"
                    : "the key of connections is readable by its owner only; the signing key is on a token, where it"
                            + " has signed";
        }
        return connections
                ? "the signing key is readable by its owner only; the key of connections is on a token"
                : "both private keys are readable by their owner only";
    }

    private static String names(List<Path> files) {
        return String.join(" ", files.stream().map(Path::toString).toList());
    }

    private static Set<PosixFilePermission> permissionsOfOthers(Path file) throws IOException {
        Set<PosixFilePermission> others = EnumSet.noneOf(PosixFilePermission.class);
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            others.addAll(Files.getPosixFilePermissions(file));
            others.removeAll(PosixFilePermissions.fromString("rwx------"));
        }
        return others;
    }

    /** Also of the authority and of the list of revoked certificates: without them no certificate is good. */
    private void certificate(TlsMaterial material) {
        long days = Duration.between(clock.instant(), material.until()).toDays();
        List<Ending> near = new Expiry(setup.identity(), longest(), clock).endings();
        String found = "good until " + material.until() + ", " + Words.count(days, "day")
                + (Files.exists(setup.identity().revocations())
                        ? ""
                        : "; there is no list of revoked certificates here, so a coordinator whose certificate was"
                                + " revoked is not known");
        checkup.add(
                near.isEmpty()
                        ? Finding.pass("certificate", found)
                        : Finding.warn(
                                "certificate",
                                found,
                                near.stream().map(Ending::text).collect(Collectors.joining("; "))));
    }

    /** As long as the study may take; a plan that cannot be read is reported by another check. */
    private Duration longest() {
        try {
            StudyPlan plan = StudyPlan.read(setup.study());
            return plan.deadline().multipliedBy(plan.rounds());
        } catch (StudyPlanException e) {
            return Duration.ZERO;
        }
    }

    private boolean name(TlsMaterial material) {
        CertifiedName expected = CertifiedName.site(setup.site());
        boolean same = material.name().equals(expected);
        checkup.add(
                same
                        ? Finding.pass("name", "the certificate is of " + expected)
                        : Finding.fail(
                                "name",
                                ExitCode.BAD_DATA,
                                "the certificate is of " + material.name() + ", --site is " + setup.site(),
                                "give the name of the certificate, or the --identity of " + setup.site()));
        return same;
    }
}
