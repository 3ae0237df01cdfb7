package com.couponengine.core.store;

import com.couponengine.core.error.Mistakes;
import com.couponengine.core.gate.ShareId;
import java.util.List;
import java.util.OptionalLong;

/**
 * Coupons of one template to be issued in one transaction of one data source.
 *
 * @param share the template and the data source
 * @param epoch the epoch of the reservations, which must be that of the counter row; empty if no gate took part
 * @param requests at least one, in order of arrival, all of users of that data source
 */
public record IssueBatch(ShareId share, OptionalLong epoch, List<IssueRequest> requests) {
    public IssueBatch {
        Mistakes.given("share", share);
        Mistakes.given("epoch", epoch);
        requests = Mistakes.copied("requests", requests);
    }
}
