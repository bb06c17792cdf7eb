// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.samples.cli.command.GivenOptions;
import io.hedgerow.samples.cli.command.GivenOptions.OptionsOfAction;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.cli.study.options.PassphraseOptions;
import io.hedgerow.samples.enrol.AuthorityTasks;
import io.hedgerow.samples.enrol.MemberTasks;
import io.hedgerow.samples.enrol.SignedDocuments;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.FactList;
import io.hedgerow.samples.output.Result;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.Officers;
import io.hedgerow.transport.identity.RosterDocument;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.Fingerprint;
import io.hedgerow.transport.internal.key.Passphrase;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "enrol",
        description = {
            "Enrol sites and coordinators: keys that never leave their machine, certificates of the study's own "
                    + "authority, the roster for secure aggregation.",
            "",
            "A site or coordinator: request, then install what comes back; renew before it expires. The authority:"
                    + " init-authority once; show and sign each request; revoke. Officers: officer-key, roster."
                    + " Private keys of the authority, of officers and for secure aggregation can be under a"
                    + " passphrase: when they are made, or later with lock. Fingerprints are compared over the"
                    + " telephone, all of their digits; what was heard is given as --fingerprint."
        })
public final class EnrolCommand extends SubCommand {

    private static final int DAYS = 365;
    private static final String PASSPHRASE = String.join(" ", PassphraseOptions.NAMES);

    public enum Action implements OptionsOfAction {
        INIT_AUTHORITY("--authority", "--label", PASSPHRASE),
        REQUEST("--dir", "--site", "--coordinator", "--host", PASSPHRASE),
        SHOW("--dir", "--authority", "--request", PASSPHRASE),
        SIGN("--authority", "--request", "--fingerprint", "--days", "--new-key", "--out", PASSPHRASE),
        INSTALL("--dir", "--certificate", "--root", "--fingerprint"),
        COPY("--from", "--dir"),
        RENEW("--dir"),
        REVOKE("--authority", "--serial", "--refresh", PASSPHRASE),
        OFFICER_KEY("--key", PASSPHRASE),
        ROSTER("--roster", "--coordinator-key", "--member", "--key", "--officer", "--threshold", PASSPHRASE),
        LOCK("--authority", "--key", "--old-passphrase-file", PASSPHRASE);

        private final String options;

        Action(String... options) {
            this.options = String.join(" ", options);
        }

        @Override
        public List<String> options() {
            return List.of(options.split(" "));
        }
    }

    @Parameters(index = "0", paramLabel = "ACTION", description = "One of: ${COMPLETION-CANDIDATES}.")
    private Action action = Action.SHOW;

    @Option(names = "--dir", paramLabel = "DIR", description = "The directory of a site's or coordinator's identity.")
    private @Nullable Path dir;

    @Option(names = "--authority", paramLabel = "DIR", description = "The directory of the authority.")
    private @Nullable Path authority;

    @Mixin
    private PassphraseOptions passphrase = new PassphraseOptions();

    @Option(
            names = "--old-passphrase-file",
            paramLabel = "FILE",
            description = "lock: the passphrase that the key is under is the first line of FILE; asked for at the "
                    + "terminal otherwise.")
    private @Nullable Path oldPassphrase;

    @Option(names = "--label", paramLabel = "NAME", description = "init-authority: what people call the authority.")
    private @Nullable String label;

    @Option(names = "--site", paramLabel = "NAME", description = "request: the site's name, as in study plans.")
    private @Nullable String site;

    @Option(names = "--coordinator", paramLabel = "NAME", description = "request: the coordinator's name.")
    private @Nullable String coordinator;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "request: a name or address under which sites reach the coordinator. May be repeated.")
    private List<String> hosts = new ArrayList<>();

    @Option(names = "--request", paramLabel = "FILE", description = "show, sign: the request.")
    private @Nullable Path request;

    @Option(
            names = "--fingerprint",
            paramLabel = "DIGITS",
            description = "sign: of the request, install: of the authority; as it was read out over the telephone.")
    private @Nullable String fingerprint;

    @Option(names = "--days", paramLabel = "N", description = "sign: how long it is good; default ${DEFAULT-VALUE}.")
    private int days = DAYS;

    @Option(names = "--new-key", description = "sign: the name may get a certificate for another key than before.")
    private boolean newKey;

    @Option(names = "--out", paramLabel = "FILE", description = "sign: gets the certificate; must not exist.")
    private @Nullable Path out;

    @Option(names = "--certificate", paramLabel = "FILE", description = "install: what the authority signed.")
    private @Nullable Path certificate;

    @Option(names = "--root", paramLabel = "FILE", description = "install: the authority's authority.pem.")
    private @Nullable Path root;

    @Option(
            names = "--from",
            paramLabel = "DIR",
            description = "copy: where a cluster has mounted keys and certificate, readable by a group. The copies in"
                    + " --dir, which replace older ones, are for this user alone.")
    private @Nullable Path from;

    @Option(names = "--serial", paramLabel = "HEX", description = "revoke: which certificate; see show --authority.")
    private @Nullable String serial;

    @Option(names = "--refresh", description = "revoke: only sign the list anew, so that it is good for another year.")
    private boolean refresh;

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "officer-key: new key; roster: sign it with this key; lock: which.")
    private @Nullable Path key;

    @Option(names = "--roster", paramLabel = "FILE", description = "roster: the document.")
    private @Nullable Path roster;

    @Option(
            names = "--coordinator-key",
            paramLabel = "KEY",
            description = "roster: write a new one, with the coordinator's public key.")
    private @Nullable String coordinatorKey;

    @Option(
            names = "--member",
            paramLabel = "NAME=KEY",
            description = "roster: a site of the new one and its public key. May be repeated; the order counts.")
    private List<String> members = new ArrayList<>();

    @Option(
            names = "--officer",
            paramLabel = "KEY",
            description = "roster: verify, with an officer's public key. May be repeated.")
    private List<String> officers = new ArrayList<>();

    @Option(
            names = "--threshold",
            paramLabel = "K",
            description = "roster: how many of the officers must have signed; default all.")
    private @Nullable Integer threshold;

    @Override
    public List<Example> examples() {
        String digits = "5f2c1f0f7c9f0e6b1f7f3f3f4b8e2b6a0d9c8b7a6f5e4d3c2b1a09f8e7d6c5b4";
        return List.of(
                new Example("Make a site's keys and its request", "enrol request --dir identity --site north"),
                new Example(
                        "The same for a coordinator",
                        "enrol request --dir identity --coordinator hub --host hub.example.org"),
                new Example("Make an authority", "enrol init-authority --authority authority --label trial-7"),
                new Example(
                        "The same with its key under a passphrase",
                        "enrol init-authority --authority authority --label trial-7 --passphrase-file passphrase"),
                new Example("Look at a request", "enrol show --request north.csr"),
                new Example(
                        "Sign it with the fingerprint that was heard",
                        "enrol sign --authority authority --request north.csr --out north.pem --fingerprint " + digits),
                new Example(
                        "Install what came back",
                        "enrol install --dir identity --certificate north.pem --root authority.pem --fingerprint "
                                + digits),
                new Example(
                        "Take keys out of a secret of Kubernetes",
                        "enrol copy --from /etc/hedgerow/secret --dir /run/hedgerow/identity"),
                new Example("Ask for another year", "enrol renew --dir identity"),
                new Example("See every certificate", "enrol show --authority authority"),
                new Example("Revoke one", "enrol revoke --authority authority --serial 1f0c"),
                new Example("Put an officer's key under a passphrase", "enrol lock --key officer.key --ask-passphrase"),
                new Example("Sign a roster", "enrol roster --roster roster.yaml --key officer.key"));
    }

    @Override
    public Result run(CommandContext context) {
        GivenOptions.requireOnly(spec(), action);
        InstantSource clock = context.clock();
        return switch (action) {
            case INIT_AUTHORITY ->
                AuthorityTasks.init(
                        need("--authority", authority), need("--label", label), passphrase.forNewKey(), clock);
            case REQUEST -> MemberTasks.request(need("--dir", dir), name(), hosts, passphrase.forNewKey());
            case SHOW -> show(clock);
            case SIGN ->
                AuthorityTasks.sign(
                        need("--authority", authority),
                        ofAuthority(),
                        need("--request", request),
                        Fingerprint.parse(need("--fingerprint", fingerprint)),
                        Duration.ofDays(days),
                        newKey,
                        need("--out", out),
                        clock);
            case INSTALL ->
                MemberTasks.install(
                        need("--dir", dir),
                        need("--certificate", certificate),
                        need("--root", root),
                        Fingerprint.parse(need("--fingerprint", fingerprint)),
                        clock);
            case COPY -> MemberTasks.copy(need("--from", from), need("--dir", dir));
            case RENEW -> MemberTasks.renew(need("--dir", dir));
            case REVOKE -> revoke(clock);
            case OFFICER_KEY -> MemberTasks.officerKey(need("--key", key), passphrase.forNewKey());
            case ROSTER -> roster(need("--roster", roster));
            case LOCK -> lock(clock);
        };
    }

    private <T> T need(String name, @Nullable T value) {
        return GivenOptions.required(action, name, value);
    }

    private CertifiedName name() {
        if ((site == null) == (coordinator == null)) {
            throw new IllegalArgumentException("either --site or --coordinator must be given with the action request");
        }
        return site != null ? CertifiedName.site(site) : CertifiedName.coordinator(need("--coordinator", coordinator));
    }

    private FactList show(InstantSource clock) {
        if (passphrase.isGiven() && authority == null && dir == null) {
            throw new IllegalArgumentException("a passphrase opens a private key: give it with show --authority or"
                    + " --dir, leave it out otherwise");
        }
        if (request != null && dir == null && authority == null) {
            return MemberTasks.showRequest(request);
        }
        if (authority != null && dir == null && request == null) {
            return AuthorityTasks.show(authority, ofAuthority(), clock);
        }
        if (dir != null && authority == null && request == null) {
            return MemberTasks.show(dir, passphrase.of(new IdentityDirectory(dir).signingKey()), clock);
        }
        throw new IllegalArgumentException(
                "one of --dir, --authority and --request must be given with the action show");
    }

    private Supplier<Passphrase> ofAuthority() {
        return passphrase.of(need("--authority", authority).resolve("authority.key"));
    }

    private FactList lock(InstantSource clock) {
        if ((authority == null) == (key == null)) {
            throw new IllegalArgumentException(
                    "either --key, of an officer or a signing.key, or --authority must be given with the action lock");
        }
        PassphraseOptions before = PassphraseOptions.inFile(oldPassphrase);
        if (authority != null) {
            Supplier<Passphrase> old = before.of(authority.resolve("authority.key"));
            return AuthorityTasks.lock(authority, old, passphrase::forLockedKey, clock);
        }
        Path file = need("--key", key);
        return MemberTasks.lock(file, before.of(file), passphrase::forLockedKey);
    }

    private FactList revoke(InstantSource clock) {
        Path where = need("--authority", authority);
        if (refresh == (serial != null)) {
            throw new IllegalArgumentException("either --serial or --refresh must be given with the action revoke");
        }
        return refresh
                ? AuthorityTasks.refresh(where, ofAuthority(), clock)
                : AuthorityTasks.revoke(where, ofAuthority(), need("--serial", serial), clock);
    }

    private FactList roster(Path file) {
        boolean writes = coordinatorKey != null || !members.isEmpty();
        Optional<Officers> board = SignedDocuments.officers(officers, Optional.ofNullable(threshold));
        if ((writes ? 1 : 0) + (key != null ? 1 : 0) + (board.isPresent() ? 1 : 0) > 1) {
            throw new IllegalArgumentException(
                    "a roster is either written (--coordinator-key, --member), signed (--key) or verified (--officer)");
        }
        if (passphrase.isGiven() && key == null) {
            throw new IllegalArgumentException(
                    "a passphrase opens a private key: give --key to sign with it, or leave the passphrase out");
        }
        if (writes) {
            return SignedDocuments.writeRoster(file, need("--coordinator-key", coordinatorKey), members);
        }
        RosterDocument document = RosterDocument.read(file);
        Path signatures = DocumentSignatures.beside(file);
        if (key != null) {
            return SignedDocuments.sign(document.digest(), key, passphrase.of(key), signatures);
        }
        return board.map(known -> SignedDocuments.verify(document, known, signatures))
                .orElseGet(() -> SignedDocuments.describe(document));
    }
}
