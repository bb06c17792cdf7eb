// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.channel.SiteLink.ReportedSpending;
import io.hedgerow.transport.internal.wire.Frame;
import io.hedgerow.transport.internal.wire.ProtobufMapping;
import io.hedgerow.v1.Hello;
import io.hedgerow.v1.SiteFrame;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a site says of its own spending is carried as it is, or refused with what is allowed; it is never guessed at.
 */
class ReportedSpendingTest {

    @Test
    void hello_carriesWhatASiteSays_andThatItSaysNothing() {
        assertEquals(
                Optional.of(new ReportedSpending(1.25, 4e-8)),
                read(hello().setReportedEpsilon(1.25).setReportedDelta(4e-8))
                        .reported()
                        .spending());
        assertEquals(
                Optional.of(new ReportedSpending(0, 0)),
                read(hello().setReportedEpsilon(0).setReportedDelta(0))
                        .reported()
                        .spending());
        assertEquals(Optional.empty(), read(hello()).reported().spending());
        Frame.Hello said = read(hello().setReportedEpsilon(1.25).setReportedDelta(4e-8));
        assertEquals(said, ProtobufMapping.readHello(ProtobufMapping.helloBytes(said)));
        assertEquals(said, ProtobufMapping.readSite(ProtobufMapping.siteBytes(said)));
    }

    @ParameterizedTest
    @CsvSource({
        "NaN, 0.1, epsilon",
        "Infinity, 0.1, epsilon",
        "-Infinity, 0.1, epsilon",
        "-1, 0.1, epsilon",
        "1, NaN, delta",
        "1, Infinity, delta",
        "1, -1e-300, delta",
        "1, 1.5, delta"
    })
    void hostileNumbers_makeAHelloUnreadable(double epsilon, double delta, String about) {
        byte[] bytes = SiteFrame.newBuilder()
                .setHello(hello().setReportedEpsilon(epsilon).setReportedDelta(delta))
                .build()
                .toByteArray();
        Frame.Unreadable read = assertInstanceOf(Frame.Unreadable.class, ProtobufMapping.readSite(bytes));
        assertTrue(read.reason().contains("a reported " + about), read.reason());
        assertThrows(IllegalArgumentException.class, () -> new ReportedSpending(epsilon, delta));
    }

    @Test
    void oneNumberWithoutTheOther_makesAHelloUnreadable() {
        for (Hello.Builder half : List.of(hello().setReportedEpsilon(1), hello().setReportedDelta(1e-8))) {
            assertInstanceOf(
                    Frame.Unreadable.class,
                    ProtobufMapping.readHello(half.build().toByteArray()));
        }
    }

    private static Hello.Builder hello() {
        return Hello.newBuilder()
                .addVersions(1)
                .setStudy("s")
                .setSiteIncarnation("x")
                .setOldestReply(1);
    }

    private static Frame.Hello read(Hello.Builder hello) {
        return assertInstanceOf(
                Frame.Hello.class,
                ProtobufMapping.readSite(
                        SiteFrame.newBuilder().setHello(hello).build().toByteArray()));
    }
}
