package io.messina.server.http;

import io.messina.api.ProblemCode;
import io.messina.api.access.AuditOutcome;
import io.messina.api.access.TokenOptions;
import io.messina.server.access.Audit;
import java.util.Optional;

/**
 * An act that is audited once, before its answer is written, as clients may hang up before they get
 * it. For one thread.
 */
final class AuditedAct {

  private final Audit audit;
  private Audit.Act act;
  private boolean over;

  AuditedAct(Audit audit, Audit.Act act) {
    this.audit = audit;
    this.act = act;
  }

  /** It makes a token. */
  void creates(TokenOptions token) {
    act = new Audit.Act(act.token(), act.operation(), act.path(), act.client(), Optional.of(token));
  }

  /** It was done. */
  void done() {
    end(AuditOutcome.DONE);
  }

  /**
   * It was answered with a problem. Nothing was done, unless the problem leaves that open, or may
   * pass, as a part may have been done before it.
   */
  void failed(ProblemCode code) {
    if (code.isRetryable() || code == ProblemCode.INTERNAL) {
      brokeOff();
    }
    over = true;
  }

  /** Its request ends; it may have been done unless one of the others was called. */
  void brokeOff() {
    end(AuditOutcome.UNKNOWN);
  }

  private void end(AuditOutcome outcome) {
    if (!over) {
      over = true;
      audit.record(act, outcome);
    }
  }
}
