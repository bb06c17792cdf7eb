// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import io.hedgerow.core.internal.text.KeyNames;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The text of a database cell, the same for every JDBC driver: levels are compared to the letter. */
interface CellText {

    @Nullable String read() throws SQLException;

    /** The digits of a whole number, true or false, or what the driver writes. */
    static String of(Object cell, CellText driver) throws SQLException {
        if (cell instanceof Number number
                && number.doubleValue() == Math.rint(number.doubleValue())
                && Math.abs(number.doubleValue()) < KeyNames.LARGEST_NUMBER) {
            return Long.toString(number.longValue());
        }
        return cell instanceof Boolean ? cell.toString() : Objects.requireNonNullElse(driver.read(), "");
    }
}
