// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.study;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.internal.bytes.ByteWriter;
import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.study.Study.AdmmSettings;
import io.hedgerow.core.study.Study.Rounds;
import java.util.List;

/** The SHA-256 of an agreement in canonical form, numbers with all bits: equal for equal studies only. */
final class StudyDigest {

    private static final String FORMAT = "hedgerow study 1";

    /** The treatment of absent sites: ends that differ in it compute different networks. */
    private static final String ABSENT_SITES = "absent sites leave the problem";

    private final ByteWriter out = new ByteWriter(1024);

    private StudyDigest() {}

    static String of(Study study) {
        StudyDigest digest = new StudyDigest();
        digest.write(study);
        return Sha256.hex(digest.out.toBytes());
    }

    private void write(Study study) {
        out.text(FORMAT);
        out.text(study.name());
        List<String> names = study.schema().names();
        out.u32(names.size());
        for (String name : names) {
            out.text(name);
        }
        out.u32(study.layout().targets());
        out.u32(study.layout().blocks().size());
        for (ParameterLayout.Block block : study.layout().blocks()) {
            out.text(block.name());
            out.u32(block.length());
            out.u32(block.parametersPerEdge());
            number(block.l1Weight());
        }
        Rounds rounds = study.form() instanceof Rounds given ? given : written(study.rounds());
        write(rounds.admm());
        out.text(rounds.lossScaling().name());
        out.u64(rounds.totalRows());
        out.u32(study.sites());
        out.text(rounds.centring().name());
        write(rounds.communication());
        write(study.policy());
        number(rounds.unit());
        if (study.policy().quorum() < study.sites()) {
            out.text(ABSENT_SITES);
        }
        for (String name : study.schema().categorical()) {
            out.text("levels of");
            out.text(name);
            List<String> levels = study.schema().levels(study.schema().indexOf(name));
            out.u32(levels.size());
            for (String level : levels) {
                out.text(level);
            }
        }
    }

    /** The settings that a release had when every study was one of rounds: nothing read them. */
    private static Rounds written(int rounds) {
        PenaltySchedule unused = PenaltySchedule.constant(1);
        return new Rounds(
                new AdmmSettings(rounds, 0, 0, unused, unused),
                LossScaling.PER_SITE,
                0,
                Centring.NONE,
                CommunicationPolicy.exact(),
                1);
    }

    private void write(AdmmSettings admm) {
        out.u32(admm.rounds());
        number(admm.localLambda());
        number(admm.globalLambda());
        write(admm.rho1());
        write(admm.rho2());
    }

    private void write(PenaltySchedule schedule) {
        number(schedule.initial());
        number(schedule.growth());
        number(schedule.cap());
    }

    private void write(CommunicationPolicy communication) {
        out.text(communication.encoding().name());
        number(communication.resolution());
        number(communication.resendThreshold());
        number(communication.supportThreshold());
    }

    private void write(RoundPolicy policy) {
        out.u32(policy.quorum());
        out.u64(policy.deadline().toSeconds());
        out.u32(policy.deadline().toNanosPart());
        number(policy.convergence().acyclicity());
        number(policy.convergence().distance());
        number(policy.convergence().movement());
        out.u8(policy.convergence().enabled() ? 1 : 0);
    }

    /** Every NaN has the same bits. */
    private void number(double value) {
        out.u64(Double.doubleToLongBits(value));
    }
}
