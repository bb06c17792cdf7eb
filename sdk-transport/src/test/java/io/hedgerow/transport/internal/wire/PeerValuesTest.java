// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.wire;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.MessageLite;
import io.hedgerow.v1.Answer;
import io.hedgerow.v1.CoordinatorFrame;
import io.hedgerow.v1.CoordinatorOpening;
import io.hedgerow.v1.Failure;
import io.hedgerow.v1.Hello;
import io.hedgerow.v1.Hindered;
import io.hedgerow.v1.Hindrance;
import io.hedgerow.v1.Notice;
import io.hedgerow.v1.Question;
import io.hedgerow.v1.SiteFrame;
import io.hedgerow.v1.SiteOpening;
import io.hedgerow.v1.Taken;
import io.hedgerow.v1.Task;
import io.hedgerow.v1.Update;
import io.hedgerow.v1.Welcome;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that a peer chose are judged once, where a frame is read: what comes out holds none that is out of range. */
class PeerValuesTest {

    private static final int LAST = Integer.MAX_VALUE; // a round after it has no number

    private static Arguments site(String what, Function<SiteOpening.Builder, SiteOpening.Builder> of, boolean good) {
        SiteFrame frame = SiteFrame.newBuilder()
                .setOpening(of.apply(SiteOpening.newBuilder().setNumber(1)))
                .build();
        return Arguments.of(what, frame, good);
    }

    private static Arguments hub(String what, CoordinatorFrame.Builder frame, boolean good) {
        return Arguments.of(what, frame.build(), good);
    }

    private static CoordinatorFrame.Builder opening(
            Function<CoordinatorOpening.Builder, CoordinatorOpening.Builder> of) {
        return CoordinatorFrame.newBuilder()
                .setOpening(of.apply(CoordinatorOpening.newBuilder().setNumber(1)));
    }

    private static CoordinatorFrame.Builder welcome(String incarnation) {
        return CoordinatorFrame.newBuilder()
                .setWelcome(Welcome.newBuilder().setVersion(1).setCoordinatorIncarnation(incarnation));
    }

    private static CoordinatorFrame.Builder notice(int sites) {
        Notice.Builder notice = Notice.newBuilder();
        for (int k = 0; k < sites; k++) {
            notice.addSites(Hindered.newBuilder().setSite("site-" + k).setHindrance(Hindrance.NO_ROOM));
        }
        return CoordinatorFrame.newBuilder().setTaken(Taken.newBuilder().setNotice(notice));
    }

    private static Stream<Arguments> frames() {
        Update update =
                Update.newBuilder().setRound(0).setProtection("insecure-plain").build();
        return Stream.of(
                site("an update", of -> of.setUpdate(update), true),
                site(
                        "last round of an update",
                        of -> of.setUpdate(update.toBuilder().setRound(LAST)),
                        false),
                site(
                        "round beyond 2^31 of an update",
                        of -> of.setUpdate(update.toBuilder().setRound(-1)),
                        false),
                site("no protection", of -> of.setUpdate(update.toBuilder().setProtection("")), false),
                site("long protection", of -> of.setUpdate(update.toBuilder().setProtection("x".repeat(101))), false),
                site(
                        "protection with a colour",
                        of -> of.setUpdate(update.toBuilder().setProtection("\u001b[31m")),
                        false),
                site(
                        "last round of an answer",
                        of -> of.setAnswer(Answer.newBuilder().setRound(LAST)),
                        false),
                site(
                        "last round of a failure",
                        of -> of.setFailure(Failure.newBuilder().setRound(LAST).setKind(Failure.Kind.INTERNAL)),
                        false),
                hub("a task", opening(of -> of.setTask(Task.newBuilder().setRho2(1))), true),
                hub(
                        "last round of a task",
                        opening(of ->
                                of.setTask(Task.newBuilder().setRound(LAST).setRho2(1))),
                        false),
                hub("no rho2", opening(of -> of.setTask(Task.newBuilder())), false),
                hub(
                        "rho2 without end",
                        opening(of -> of.setTask(Task.newBuilder().setRho2(1 / 0.0))),
                        false),
                hub(
                        "last round of a question",
                        opening(of -> of.setQuestion(Question.newBuilder().setRound(LAST))),
                        false),
                hub("a welcome", welcome("hub"), true),
                hub("a welcome without incarnation", welcome(""), false),
                hub("a welcome whose incarnation fits no hello", welcome("x".repeat(1001)), false),
                hub("a notice", notice(32), true),
                hub("a notice of too many", notice(33), false),
                hub(
                        "taken before the first",
                        CoordinatorFrame.newBuilder()
                                .setTaken(Taken.newBuilder().setNumber(-1)),
                        false),
                Arguments.of(
                        "taken before the first by a site",
                        SiteFrame.newBuilder()
                                .setTaken(Taken.newBuilder().setNumber(-7))
                                .build(),
                        false),
                Arguments.of(
                        "tasks beyond 2^31",
                        SiteFrame.newBuilder()
                                .setHello(Hello.newBuilder()
                                        .setSiteIncarnation("x")
                                        .setOldestReply(1)
                                        .setTasksTaken(-1))
                                .build(),
                        false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("frames")
    void frame_isReadWithGoodValues_andUnreadableWithOthers(String what, MessageLite frame, boolean good) {
        Frame read = frame instanceof SiteFrame
                ? ProtobufMapping.readSite(frame.toByteArray())
                : ProtobufMapping.readCoordinator(frame.toByteArray());
        if (good) {
            assertFalse(read instanceof Frame.Unreadable, what + ": " + read);
        } else {
            assertTrue(read instanceof Frame.Unreadable, what + ": " + read);
        }
    }
}
