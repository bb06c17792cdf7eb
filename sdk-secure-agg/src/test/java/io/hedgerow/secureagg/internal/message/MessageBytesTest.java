// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.hedgerow.core.internal.file.GoldenFile;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.SessionMessage.Encapsulated;
import io.hedgerow.secureagg.internal.message.SessionMessage.Hello;
import io.hedgerow.secureagg.internal.message.SessionMessage.SessionOffer;
import io.hedgerow.secureagg.internal.message.SessionMessage.SessionStart;
import io.hedgerow.secureagg.internal.message.SessionMessage.SiteNonce;
import io.hedgerow.secureagg.internal.message.SlotMessage.Advertise;
import io.hedgerow.secureagg.internal.message.SlotMessage.BadBox;
import io.hedgerow.secureagg.internal.message.SlotMessage.CohortList;
import io.hedgerow.secureagg.internal.message.SlotMessage.PeerShare;
import io.hedgerow.secureagg.internal.message.SlotMessage.RoundOpen;
import io.hedgerow.secureagg.internal.message.SlotMessage.ShareMessage;
import io.hedgerow.secureagg.internal.message.SumMessage.Consistency;
import io.hedgerow.secureagg.internal.message.SumMessage.InputTerms;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedInput;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedSignature;
import io.hedgerow.secureagg.internal.message.SumMessage.RelayedBox;
import io.hedgerow.secureagg.internal.message.SumMessage.ReleasedShare;
import io.hedgerow.secureagg.internal.message.SumMessage.RoundInput;
import io.hedgerow.secureagg.internal.message.SumMessage.SurvivorList;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskRequest;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskShares;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A message of every kind has the bytes of earlier releases. */
class MessageBytesTest {

    private static final int SIGNATURE = 64;
    private static final int BOX = 80;
    private static final int CIPHERTEXT = 1088;

    private static Octets of(int first, int size) {
        byte[] bytes = new byte[size];
        for (int k = 0; k < size; k++) {
            bytes[k] = (byte) (first + k);
        }
        return Octets.copyOf(bytes);
    }

    private static Octets hash(int first) {
        return of(first, 32);
    }

    private static Octets signature(int first) {
        return of(first, SIGNATURE);
    }

    static List<Message> messages() {
        SiteNonce nonce = new SiteNonce(hash(1), 1, hash(2), signature(3));
        Advertise advertise = new Advertise(hash(4), 0, hash(5), signature(6));
        PeerShare peer = new PeerShare(1, of(7, BOX), hash(8), hash(9), hash(10), hash(11));
        InputTerms terms = new InputTerms(2, hash(12), hash(13), 14);
        RelayedBox box = new RelayedBox(2, of(15, BOX), hash(16), hash(17));
        MaskedSignature masked = new MaskedSignature(1, hash(18), signature(19));
        Consistency consistency = new Consistency(hash(20), 2, signature(21));
        return List.of(
                new SessionOffer(hash(22), hash(23), hash(24), signature(25)),
                nonce,
                new SessionStart(hash(26), List.of(nonce)),
                new Hello(hash(27), hash(28), 1, hash(29), of(30, 5), signature(31)),
                new Encapsulated(hash(32), 0, 1, of(33, CIPHERTEXT), signature(34)),
                new RoundOpen(hash(35), 1L << 40, 5, 4, 3, hash(36), signature(37)),
                advertise,
                new CohortList(hash(38), List.of(advertise)),
                new ShareMessage(hash(39), 0, List.of(peer), hash(40), hash(41), hash(42), signature(43)),
                new RoundInput(hash(44), terms, List.of(0, 1, 2), List.of(box), signature(45)),
                new MaskedInput(hash(46), of(47, 24), masked),
                new SurvivorList(hash(48), List.of(masked), signature(49)),
                consistency,
                new UnmaskRequest(hash(50), List.of(consistency)),
                new UnmaskShares(hash(51), 1, List.of(new ReleasedShare(0, hash(52)))),
                new BadBox(hash(53), 1, 2));
    }

    @Test
    void everyMessage_isWrittenAsEarlierReleasesWroteIt_andReadFromThat() throws IOException {
        for (Message message : messages()) {
            String name = message.getClass().getSimpleName();
            GoldenFile.of(MessageBytesTest.class, name)
                    .requireSame(name, message.encode().toBytes());
            for (GoldenFile earlier : GoldenFile.ofAllReleases(MessageBytesTest.class, name)) {
                Octets bytes = Octets.copyOf(earlier.bytes());
                assertEquals(message, Message.decodeFromSite(bytes, 1));
                assertEquals(message, Message.decodeFromCoordinator(bytes));
            }
        }
    }

    /** A masked vector of few lanes and a released share are as short as a digest, and no log may have them. */
    @Test
    void textForms_showNoBytes() {
        for (Message message : messages()) {
            assertFalse(message.toString().matches("(?s).*[0-9a-f]{32}.*"), message::toString);
        }
    }

    @Test
    void noKindOfMessageIsMissing() {
        assertEquals(
                Arrays.stream(Message.class.getPermittedSubclasses())
                        .flatMap(stage -> Arrays.stream(stage.getPermittedSubclasses()))
                        .collect(Collectors.toSet()),
                messages().stream().map(Object::getClass).collect(Collectors.<Object>toSet()));
        assertEquals(16, Set.copyOf(messages()).size());
    }
}
