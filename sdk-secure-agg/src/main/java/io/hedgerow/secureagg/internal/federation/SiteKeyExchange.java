// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.core.internal.protocol.RepeatedMessageException;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.SessionMessage.Encapsulated;
import io.hedgerow.secureagg.internal.message.SessionMessage.Hello;
import io.hedgerow.secureagg.internal.message.SessionMessage.SessionOffer;
import io.hedgerow.secureagg.internal.message.SessionMessage.SessionStart;
import io.hedgerow.secureagg.internal.site.MaskingSession;
import io.hedgerow.secureagg.internal.site.SiteConfiguration;
import io.hedgerow.secureagg.internal.site.SiteHandshake;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A site's state during the handshake of a session: the offer, the start, all public keys, and the ciphertexts for this
 * site.
 */
final class SiteKeyExchange {

    private final SiteConfiguration site;
    private @Nullable SiteHandshake handshake;
    private boolean encapsulated;
    private Optional<MaskingSession> session = Optional.empty();

    SiteKeyExchange(SiteConfiguration site) {
        this.site = site;
    }

    Payload answer(List<Message> messages) {
        Message first = messages.get(0);
        session = Optional.empty();
        if (first instanceof SessionOffer offer) {
            stop();
            SiteHandshake begun = new SiteHandshake(site);
            handshake = begun;
            encapsulated = false;
            return Envelope.of(begun.accept(offer));
        }
        SiteHandshake live = handshake;
        if (live == null) {
            throw new RepeatedMessageException("a session must be offered before it starts; this one was not, or this"
                    + " site has started again since");
        }
        if (first instanceof SessionStart start) {
            return Envelope.of(live.hello(start));
        }
        List<Hello> hellos = new ArrayList<>();
        List<Encapsulated> ciphertexts = new ArrayList<>();
        for (Message message : messages) {
            if (message instanceof Hello hello) {
                hellos.add(hello);
            } else if (message instanceof Encapsulated ciphertext) {
                ciphertexts.add(ciphertext);
            } else {
                throw new ProtocolException("a session must be joined with keys and ciphertexts, was not");
            }
        }
        if (!encapsulated) {
            Payload made = Envelope.of(live.encapsulate(hellos));
            encapsulated = true;
            return made;
        }
        // complete erases the private keys, also when it fails: a handshake completes or ends
        handshake = null;
        session = Optional.of(live.complete(hellos, ciphertexts));
        return Payload.empty();
    }

    Optional<MaskingSession> session() {
        return session;
    }

    private void stop() {
        if (handshake != null) {
            handshake.close();
        }
    }
}
