package io.messina.connectors.smpp;

import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.BroadcastSm;
import org.jsmpp.bean.CancelBroadcastSm;
import org.jsmpp.bean.CancelSm;
import org.jsmpp.bean.DataSm;
import org.jsmpp.bean.QueryBroadcastSm;
import org.jsmpp.bean.QuerySm;
import org.jsmpp.bean.ReplaceSm;
import org.jsmpp.bean.SubmitMulti;
import org.jsmpp.extra.ProcessRequestException;
import org.jsmpp.session.BroadcastSmResult;
import org.jsmpp.session.DataSmResult;
import org.jsmpp.session.QueryBroadcastSmResult;
import org.jsmpp.session.QuerySmResult;
import org.jsmpp.session.SMPPServerSession;
import org.jsmpp.session.ServerMessageReceiverListener;
import org.jsmpp.session.Session;
import org.jsmpp.session.SubmitMultiResult;

/** A message centre that knows only submit_sm. */
abstract class SubmitsOnly implements ServerMessageReceiverListener {

  private static ProcessRequestException unknown() {
    return new ProcessRequestException("only submit_sm", SMPPConstant.STAT_ESME_RINVCMDID);
  }

  @Override
  public SubmitMultiResult onAcceptSubmitMulti(SubmitMulti pdu, SMPPServerSession source)
      throws ProcessRequestException {
    throw unknown();
  }

  @Override
  public QuerySmResult onAcceptQuerySm(QuerySm pdu, SMPPServerSession source)
      throws ProcessRequestException {
    throw unknown();
  }

  @Override
  public void onAcceptReplaceSm(ReplaceSm pdu, SMPPServerSession source)
      throws ProcessRequestException {
    throw unknown();
  }

  @Override
  public void onAcceptCancelSm(CancelSm pdu, SMPPServerSession source)
      throws ProcessRequestException {
    throw unknown();
  }

  @Override
  public BroadcastSmResult onAcceptBroadcastSm(BroadcastSm pdu, SMPPServerSession source)
      throws ProcessRequestException {
    throw unknown();
  }

  @Override
  public void onAcceptCancelBroadcastSm(CancelBroadcastSm pdu, SMPPServerSession source)
      throws ProcessRequestException {
    throw unknown();
  }

  @Override
  public QueryBroadcastSmResult onAcceptQueryBroadcastSm(
      QueryBroadcastSm pdu, SMPPServerSession source) throws ProcessRequestException {
    throw unknown();
  }

  @Override
  public DataSmResult onAcceptDataSm(DataSm pdu, Session source) throws ProcessRequestException {
    throw unknown();
  }
}
