// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.UnsafeByteOperations;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.channel.SiteLink.Hindrance.Kind;
import io.hedgerow.transport.channel.SiteLink.ReportedSpending;
import io.hedgerow.transport.channel.SiteLink.SelfReport;
import io.hedgerow.v1.Answer;
import io.hedgerow.v1.CoordinatorFrame;
import io.hedgerow.v1.CoordinatorOpening;
import io.hedgerow.v1.Failure;
import io.hedgerow.v1.Hello;
import io.hedgerow.v1.Hindered;
import io.hedgerow.v1.Hindrance;
import io.hedgerow.v1.Notice;
import io.hedgerow.v1.Outcome;
import io.hedgerow.v1.Part;
import io.hedgerow.v1.Question;
import io.hedgerow.v1.SiteFrame;
import io.hedgerow.v1.SiteOpening;
import io.hedgerow.v1.Taken;
import io.hedgerow.v1.Task;
import io.hedgerow.v1.Update;
import io.hedgerow.v1.Welcome;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Converts frames to protobuf, version 1, and back. Reading always ends with a frame: {@link Frame.Unreadable} says
 * what was expected. Nothing is read lazily, and no byte of the input stays in an error.
 *
 * <p>The only class that sees generated types. Thread-safe.
 */
public final class ProtobufMapping {

    private ProtobufMapping() {}

    public static byte[] siteBytes(Frame frame) {
        SiteFrame.Builder builder = SiteFrame.newBuilder();
        if (frame instanceof Frame.Hello hello) {
            builder.setHello(hello(hello));
        } else if (frame instanceof Frame.Opening opening) {
            builder.setOpening(siteOpening(opening));
        } else if (frame instanceof Frame.Part part) {
            builder.setPart(Part.newBuilder().setPart(UnsafeByteOperations.unsafeWrap(part.part())));
        } else if (frame instanceof Frame.Taken taken) {
            builder.setTaken(Taken.newBuilder().setNumber(taken.number()));
        } else {
            throw new IllegalArgumentException("a site sends hello, opening, part or taken, was " + name(frame));
        }
        return builder.build().toByteArray();
    }

    public static byte[] coordinatorBytes(Frame frame) {
        CoordinatorFrame.Builder builder = CoordinatorFrame.newBuilder();
        if (frame instanceof Frame.Welcome welcome) {
            builder.setWelcome(welcome(welcome));
        } else if (frame instanceof Frame.Opening opening) {
            builder.setOpening(coordinatorOpening(opening));
        } else if (frame instanceof Frame.Part part) {
            builder.setPart(Part.newBuilder().setPart(UnsafeByteOperations.unsafeWrap(part.part())));
        } else if (frame instanceof Frame.Taken taken) {
            builder.setTaken(Taken.newBuilder().setNumber(taken.number()));
        } else if (frame instanceof Frame.Notice notice) {
            builder.setTaken(Taken.newBuilder().setNotice(notice(notice)));
        } else {
            throw new IllegalArgumentException(
                    "a coordinator sends welcome, opening, part or taken, was " + name(frame));
        }
        return builder.build().toByteArray();
    }

    public static byte[] helloBytes(Frame.Hello frame) {
        return hello(frame).toByteArray();
    }

    public static byte[] welcomeBytes(Frame.Welcome frame) {
        return welcome(frame).toByteArray();
    }

    public static Frame readSite(byte[] bytes) {
        return read(() -> {
            SiteFrame frame = parse(SiteFrame.parser(), bytes);
            return switch (frame.getFrameCase()) {
                case HELLO -> hello(frame.getHello());
                case OPENING -> opening(frame.getOpening());
                case PART -> new Frame.Part(frame.getPart().getPart().asReadOnlyByteBuffer());
                case TAKEN -> new Frame.Taken(frame.getTaken().getNumber());
                case FRAME_NOT_SET -> new Frame.Unreadable("a site's frame is hello, opening, part or taken");
            };
        });
    }

    public static Frame readCoordinator(byte[] bytes) {
        return read(() -> {
            CoordinatorFrame frame = parse(CoordinatorFrame.parser(), bytes);
            return switch (frame.getFrameCase()) {
                case WELCOME -> welcome(frame.getWelcome());
                case OPENING -> opening(frame.getOpening());
                case PART -> new Frame.Part(frame.getPart().getPart().asReadOnlyByteBuffer());
                case TAKEN -> taken(frame.getTaken());
                case FRAME_NOT_SET -> new Frame.Unreadable("a coordinator's frame is welcome, opening, part or taken");
            };
        });
    }

    public static Frame readHello(byte[] bytes) {
        return read(() -> hello(parse(Hello.parser(), bytes)));
    }

    public static Frame readWelcome(byte[] bytes) {
        return read(() -> welcome(parse(Welcome.parser(), bytes)));
    }

    /** Range checks of the frames and of the messages in them speak through exceptions; here they become a frame. */
    private static Frame read(Supplier<Frame> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            return new Frame.Unreadable(Words.reason(e));
        }
    }

    private static <T extends MessageLite> T parse(com.google.protobuf.Parser<T> parser, byte[] bytes) {
        try {
            return parser.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("a frame must be a protobuf message of hedgerow.v1", e);
        }
    }

    private static Hello hello(Frame.Hello hello) {
        Hello.Builder builder = Hello.newBuilder()
                .addAllVersions(hello.versions())
                .setStudy(hello.study())
                .setPlanDigest(ByteString.copyFrom(hello.planDigest().asReadOnlyBuffer()))
                .setSiteIncarnation(hello.siteIncarnation())
                .setCoordinatorIncarnation(hello.coordinatorIncarnation())
                .setReceived(hello.received())
                .setTasksTaken(hello.tasksTaken())
                .setOldestReply(hello.oldestReply());
        hello.reported()
                .spending()
                .ifPresent(spent -> builder.setReportedEpsilon(spent.epsilon()).setReportedDelta(spent.delta()));
        hello.hindrance().ifPresent(why -> builder.setHindrance(Hindrance.valueOf(why.name())));
        if (hello.revision() > 1) {
            builder.setMethodRevision(hello.revision());
        }
        return builder.build();
    }

    private static Frame hello(Hello hello) {
        return new Frame.Hello(
                hello.getVersionsList(),
                hello.getStudy(),
                Payload.copyOf(hello.getPlanDigest().toByteArray()),
                hello.getSiteIncarnation(),
                hello.getCoordinatorIncarnation(),
                hello.getReceived(),
                hello.getTasksTaken(),
                hello.getOldestReply(),
                new SelfReport(spending(hello)),
                revision(hello.getMethodRevision()),
                kind(hello.getHindrance()));
    }

    /** Unknown kinds count as some failure. */
    private static Optional<Kind> kind(Hindrance why) {
        return why == Hindrance.HINDRANCE_UNSPECIFIED
                ? Optional.empty()
                : Optional.of(why == Hindrance.UNRECOGNIZED ? Kind.FAILED : Kind.valueOf(why.name()));
    }

    private static Notice notice(Frame.Notice notice) {
        Notice.Builder builder = Notice.newBuilder();
        notice.hindrances()
                .forEach(one -> builder.addSites(Hindered.newBuilder()
                        .setSite(one.site().value())
                        .setHindrance(Hindrance.valueOf(one.kind().name()))));
        return builder.build();
    }

    private static Frame taken(Taken taken) {
        Frame.Notice.requireFew(taken.getNotice().getSitesCount());
        return taken.hasNotice()
                ? new Frame.Notice(taken.getNotice().getSitesList().stream()
                        .map(one -> new io.hedgerow.transport.channel.SiteLink.Hindrance(
                                new SiteId(one.getSite()),
                                kind(one.getHindrance()).orElse(Kind.FAILED)))
                        .toList())
                : new Frame.Taken(taken.getNumber());
    }

    private static Optional<ReportedSpending> spending(Hello hello) {
        if (hello.hasReportedEpsilon() != hello.hasReportedDelta()) {
            throw new IllegalArgumentException("a site reports epsilon and delta, or neither");
        }
        return hello.hasReportedEpsilon()
                ? Optional.of(new ReportedSpending(hello.getReportedEpsilon(), hello.getReportedDelta()))
                : Optional.empty();
    }

    private static Welcome welcome(Frame.Welcome welcome) {
        Welcome.Builder builder = Welcome.newBuilder()
                .setVersion(welcome.version())
                .setCoordinatorIncarnation(welcome.coordinatorIncarnation())
                .setReceived(welcome.received())
                .setResumed(welcome.resumed())
                .setRoundsOver(welcome.roundsOver());
        if (welcome.revision() > 1) {
            builder.setMethodRevision(welcome.revision());
        }
        return builder.build();
    }

    /** Releases that know no revisions leave it out, and mean the first. */
    private static int revision(int said) {
        return said == 0 ? 1 : said;
    }

    private static Frame welcome(Welcome welcome) {
        return new Frame.Welcome(
                welcome.getVersion(),
                welcome.getCoordinatorIncarnation(),
                welcome.getReceived(),
                welcome.getResumed(),
                welcome.getRoundsOver(),
                revision(welcome.getMethodRevision()));
    }

    private static SiteOpening siteOpening(Frame.Opening opening) {
        SiteOpening.Builder builder = SiteOpening.newBuilder()
                .setNumber(opening.number())
                .setPayloadSize(opening.payloadSize())
                .setPart(UnsafeByteOperations.unsafeWrap(opening.part()));
        if (opening.header() instanceof MessageHeader.OfUpdate update) {
            builder.setUpdate(Update.newBuilder().setRound(update.round()).setProtection(update.protection()));
        } else if (opening.header() instanceof MessageHeader.OfAnswer answer) {
            builder.setAnswer(Answer.newBuilder().setRound(answer.round()).setSerial(answer.serial()));
        } else if (opening.header() instanceof MessageHeader.OfFailure failure) {
            Failure.Builder said = Failure.newBuilder()
                    .setRound(failure.round())
                    .setKind(Failure.Kind.valueOf(failure.kind().name()))
                    .setProspect(prospect(failure.prospect()));
            failure.reason().ifPresent(why -> said.setReason(Hindrance.valueOf(why.name())));
            builder.setFailure(said);
        } else {
            throw new IllegalArgumentException("a site sends update, answer or failure");
        }
        return builder.build();
    }

    private static Frame opening(SiteOpening opening) {
        MessageHeader header =
                switch (opening.getHeadingCase()) {
                    case UPDATE ->
                        new MessageHeader.OfUpdate(
                                opening.getUpdate().getRound(),
                                opening.getUpdate().getProtection());
                    case ANSWER ->
                        new MessageHeader.OfAnswer(
                                opening.getAnswer().getRound(),
                                opening.getAnswer().getSerial());
                    case FAILURE ->
                        new MessageHeader.OfFailure(
                                opening.getFailure().getRound(),
                                kind(opening.getFailure().getKind()),
                                reason(opening.getFailure()),
                                prospect(opening.getFailure().getProspect()));
                    case HEADING_NOT_SET ->
                        throw new IllegalArgumentException("a site sends update, answer or failure");
                };
        return new Frame.Opening(
                opening.getNumber(),
                header,
                opening.getPayloadSize(),
                opening.getPart().asReadOnlyByteBuffer());
    }

    private static CoordinatorOpening coordinatorOpening(Frame.Opening opening) {
        CoordinatorOpening.Builder builder = CoordinatorOpening.newBuilder()
                .setNumber(opening.number())
                .setPayloadSize(opening.payloadSize())
                .setPart(UnsafeByteOperations.unsafeWrap(opening.part()));
        if (opening.header() instanceof MessageHeader.OfTask task) {
            Task.Builder built = Task.newBuilder().setRound(task.round()).setRho2(task.rho2());
            task.included().stream().sorted().forEach(site -> built.addIncluded(site.value()));
            builder.setTask(built);
        } else if (opening.header() instanceof MessageHeader.OfOutcome outcome) {
            builder.setOutcome(Outcome.newBuilder()
                    .setState(Outcome.State.valueOf(outcome.state().name())));
        } else if (opening.header() instanceof MessageHeader.OfQuestion question) {
            builder.setQuestion(Question.newBuilder().setRound(question.round()).setSerial(question.serial()));
        } else {
            throw new IllegalArgumentException("a coordinator sends task, outcome or question");
        }
        return builder.build();
    }

    private static Frame opening(CoordinatorOpening opening) {
        MessageHeader header =
                switch (opening.getHeadingCase()) {
                    case TASK -> task(opening.getTask());
                    case OUTCOME ->
                        new MessageHeader.OfOutcome(state(opening.getOutcome().getState()));
                    case QUESTION ->
                        new MessageHeader.OfQuestion(
                                opening.getQuestion().getRound(),
                                opening.getQuestion().getSerial());
                    case HEADING_NOT_SET ->
                        throw new IllegalArgumentException("a coordinator sends task, outcome or question");
                };
        return new Frame.Opening(
                opening.getNumber(),
                header,
                opening.getPayloadSize(),
                opening.getPart().asReadOnlyByteBuffer());
    }

    private static MessageHeader task(Task task) {
        Set<SiteId> included = new LinkedHashSet<>();
        for (String site : task.getIncludedList()) {
            included.add(new SiteId(site));
        }
        return new MessageHeader.OfTask(task.getRound(), task.getRho2(), included);
    }

    private static SiteReply.Failure.Kind kind(Failure.Kind kind) {
        if (kind == Failure.Kind.KIND_UNSPECIFIED || kind == Failure.Kind.UNRECOGNIZED) {
            throw new IllegalArgumentException("the kind of a failure must be one of version 1");
        }
        return SiteReply.Failure.Kind.valueOf(kind.name());
    }

    /** A reason that this release does not know is none. */
    private static Optional<PrivacyException.Reason> reason(Failure failure) {
        return failure.getKind() != Failure.Kind.REFUSED
                ? Optional.empty()
                : Arrays.stream(PrivacyException.Reason.values())
                        .filter(reason ->
                                reason.name().equals(failure.getReason().name()))
                        .findFirst();
    }

    /** One that is not known says nothing. */
    private static SiteReply.Failure.Prospect prospect(Failure.Prospect said) {
        return switch (said) {
            case OPEN -> SiteReply.Failure.Prospect.OPEN;
            case LOST -> SiteReply.Failure.Prospect.LOST;
            default -> SiteReply.Failure.Prospect.UNSAID;
        };
    }

    private static Failure.Prospect prospect(SiteReply.Failure.Prospect said) {
        return switch (said) {
            case UNSAID -> Failure.Prospect.PROSPECT_UNSAID;
            case OPEN -> Failure.Prospect.OPEN;
            case LOST -> Failure.Prospect.LOST;
        };
    }

    private static StudyState state(Outcome.State state) {
        if (state == Outcome.State.STATE_UNSPECIFIED || state == Outcome.State.UNRECOGNIZED) {
            throw new IllegalArgumentException("the state of an outcome must be one of version 1");
        }
        return StudyState.valueOf(state.name());
    }

    private static String name(Frame frame) {
        return frame.getClass().getSimpleName();
    }
}
