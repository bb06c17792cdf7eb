// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.pkcs11;

import io.hedgerow.pkcs11.TokenSession.ObjectTemplate;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.identity.PublicSigningKey;
import io.hedgerow.transport.internal.key.TokenFile;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An Ed25519 key pair on a hardware token, with its open session. Not thread-safe. */
final class KeyOnToken implements AutoCloseable {

    private static final int PUBLIC = 32;
    /** How tokens write a point: in an octet string, a bit string, or as it is. */
    private static final List<String> BEFORE_POINT = List.of("0420", "032100", "");

    /** The curve's name as a printable string: "edwards25519" (PKCS#11 v3.0, section 2.3.5). */
    private static final byte[] CURVE = HexFormat.of().parseHex("130c656477617264733235353139");

    private final TokenSession session;
    private final long handle;
    private final PublicSigningKey publicKey;

    private KeyOnToken(TokenSession session, long handle, PublicSigningKey publicKey) {
        this.session = session;
        this.handle = handle;
        this.publicKey = publicKey;
    }

    /** Logs in and finds a key, or makes it where asked to and the token has none under that label. */
    static KeyOnToken open(TokenFile described, boolean make) {
        TokenSession session = session(described, make);
        try {
            Optional<Long> found = find(described, session);
            if (found.isEmpty() && make) {
                generate(described, session);
                found = find(described, session);
            }
            long key = found.orElseThrow(() -> new IdentityException(
                    Reason.MISSING,
                    described.file() + ": the token has no private key under the label " + described.label()
                            + ": make it with `enrol request`, or name the right slot and label"));
            return new KeyOnToken(session, key, publicKey(described, session, key));
        } catch (TokenException e) {
            session.close();
            throw described.absent(e.what(), e);
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private static TokenSession session(TokenFile described, boolean writes) {
        try {
            TokenLibrary library = TokenLibrary.load(described.library());
            TokenSession session = new TokenSession(library, slot(described, library), writes);
            try {
                return described.login(pin -> login(described, session, pin));
            } catch (RuntimeException e) {
                session.close();
                throw e;
            }
        } catch (TokenException e) {
            throw described.absent(e.what(), e);
        } catch (LinkageError e) { // also where JNA could not start earlier
            throw described.absent("the library cannot be loaded (" + reason(e) + ")", e);
        }
    }

    private static String reason(LinkageError e) {
        @Nullable String message = e.getMessage();
        return message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
    }

    private static TokenSession login(TokenFile described, TokenSession session, char[] pin) {
        try {
            session.login(pin);
            return session;
        } catch (TokenException e) {
            throw e.isOfPin() ? described.refused(e.name(), e) : described.absent(e.what(), e);
        }
    }

    private static long slot(TokenFile described, TokenLibrary library) {
        if (described.slot().isPresent()) {
            return described.slot().get();
        }
        if (described.slotIndex().isPresent()) {
            List<Long> slots = library.slots(false);
            int index = described.slotIndex().get();
            if (index >= slots.size()) {
                throw described.absent("it has " + slots.size() + " slots", new IndexOutOfBoundsException(index));
            }
            return slots.get(index);
        }
        String token = described.token().orElseThrow();
        List<Long> slots = library.slots(true).stream()
                .filter(slot -> library.hasLabel(slot, token))
                .toList();
        if (slots.size() != 1) {
            throw described.absent(
                    slots.isEmpty() ? "no token has this label" : slots.size() + " tokens have this label",
                    new IllegalArgumentException(token));
        }
        return slots.get(0);
    }

    private static Optional<Long> find(TokenFile described, TokenSession session) {
        try (ObjectTemplate wanted = new ObjectTemplate()
                .with(ObjectTemplate.CLASS, ObjectTemplate.PRIVATE_KEY)
                .with(ObjectTemplate.LABEL, label(described))) {
            List<Long> found = session.find(wanted);
            if (found.size() > 1) {
                throw wrong(described, "must be the only private key under this label, is one of several");
            }
            return found.stream().findFirst();
        }
    }

    private static byte[] label(TokenFile described) {
        return described.label().getBytes(StandardCharsets.UTF_8);
    }

    private static void generate(TokenFile described, TokenSession session) {
        // an own CKA_ID: connections may have a key and a certificate under the same label
        byte[] id = ("ed25519-" + described.label()).getBytes(StandardCharsets.UTF_8);
        try (ObjectTemplate publicKey = new ObjectTemplate()
                        .with(ObjectTemplate.TOKEN, true)
                        .with(ObjectTemplate.VERIFY, true)
                        .with(ObjectTemplate.EC_PARAMS, CURVE)
                        .with(ObjectTemplate.LABEL, label(described))
                        .with(ObjectTemplate.ID, id);
                ObjectTemplate privateKey = new ObjectTemplate()
                        .with(ObjectTemplate.TOKEN, true)
                        .with(ObjectTemplate.PRIVATE, true)
                        .with(ObjectTemplate.SENSITIVE, true)
                        .with(ObjectTemplate.EXTRACTABLE, false)
                        .with(ObjectTemplate.SIGN, true)
                        .with(ObjectTemplate.LABEL, label(described))
                        .with(ObjectTemplate.ID, id)) {
            session.generate(publicKey, privateKey);
        } catch (TokenException e) {
            throw new IdentityException(
                    Reason.TOKEN,
                    described.file() + ": the token cannot make an Ed25519 key under the label " + described.label()
                            + ": " + e.what() + "; make it with the token's own tools, not extractable",
                    e);
        }
    }

    private static PublicSigningKey publicKey(TokenFile described, TokenSession session, long key) {
        long type = session.number(key, ObjectTemplate.KEY_TYPE).orElse(-1L);
        if (type != ObjectTemplate.EC_EDWARDS) {
            throw wrong(described, "must be an Ed25519 key, has the key type " + type);
        }
        boolean extractable = session.value(key, ObjectTemplate.EXTRACTABLE)
                .filter(value -> value.length == 1 && value[0] != 0)
                .isPresent();
        if (extractable) {
            throw wrong(described, "must not be extractable, is");
        }
        byte[] id = session.value(key, ObjectTemplate.ID).orElse(new byte[0]);
        try (ObjectTemplate wanted = new ObjectTemplate()
                .with(ObjectTemplate.CLASS, ObjectTemplate.PUBLIC_KEY)
                .with(ObjectTemplate.KEY_TYPE, ObjectTemplate.EC_EDWARDS)
                .with(ObjectTemplate.ID, id)) {
            List<Long> found = session.find(wanted);
            if (found.size() != 1) {
                throw wrong(
                        described,
                        "must have one public key with the same CKA_ID beside it, has "
                                + (found.isEmpty() ? "none" : "several"));
            }
            return session.value(found.get(0), ObjectTemplate.EC_POINT)
                    .flatMap(KeyOnToken::point)
                    .orElseThrow(() -> wrong(described, "must have a public key of 32 bytes, has not"));
        }
    }

    private static Optional<PublicSigningKey> point(byte[] written) {
        String hex = HexFormat.of().formatHex(written);
        return BEFORE_POINT.stream()
                .filter(before -> hex.startsWith(before) && hex.length() == before.length() + 2 * PUBLIC)
                .map(before -> new PublicSigningKey(hex.substring(before.length())))
                .findFirst();
    }

    private static IdentityException wrong(TokenFile described, String what) {
        return new IdentityException(
                Reason.UNREADABLE,
                described.file() + ": the key " + described.label() + " on the token " + what
                        + ": name the label of another key, or one that `enrol request` makes");
    }

    PublicSigningKey publicKey() {
        return publicKey;
    }

    byte[] sign(byte[] message) {
        return session.sign(handle, message);
    }

    @Override
    public void close() {
        session.close();
    }
}
