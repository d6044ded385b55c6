/* renamed.h -- what src/server/postgres_store.c and postgres_link.c call, under other names.
 *
 * Both are compiled a second time with this in front, so that the very code that speaks with a
 * PostgreSQL speaks with the model of one (model.h) instead, in the same program. */
#ifndef CN_TESTS_NODES_RENAMED_H
#define CN_TESTS_NODES_RENAMED_H

/* libpq */
#define PQclear              model_PQclear
#define PQcmdTuples          model_PQcmdTuples
#define PQconnectdbParams    model_PQconnectdbParams
#define PQconsumeInput       model_PQconsumeInput
#define PQenterPipelineMode  model_PQenterPipelineMode
#define PQerrorMessage       model_PQerrorMessage
#define PQexec               model_PQexec
#define PQexecParams         model_PQexecParams
#define PQexitPipelineMode   model_PQexitPipelineMode
#define PQfinish             model_PQfinish
#define PQflush              model_PQflush
#define PQgetResult          model_PQgetResult
#define PQgetlength          model_PQgetlength
#define PQgetvalue           model_PQgetvalue
#define PQisBusy             model_PQisBusy
#define PQntuples            model_PQntuples
#define PQpipelineSync       model_PQpipelineSync
#define PQprepare            model_PQprepare
#define PQresultErrorField   model_PQresultErrorField
#define PQresultErrorMessage model_PQresultErrorMessage
#define PQresultStatus       model_PQresultStatus
#define PQsendQuery          model_PQsendQuery
#define PQsendQueryPrepared  model_PQsendQueryPrepared
#define PQsetNoticeReceiver  model_PQsetNoticeReceiver
#define PQsetnonblocking     model_PQsetnonblocking
#define PQsocket             model_PQsocket
#define PQstatus             model_PQstatus

/* time, and waiting */
#define cn__clock_ms model_clock_ms
#define poll         model_poll
#define usleep       model_usleep

/* what both builds define */
#define postgres_link_ask          modelled_link_ask
#define postgres_link_close        modelled_link_close
#define postgres_link_finish       modelled_link_finish
#define postgres_link_may_pass     modelled_link_may_pass
#define postgres_link_open         modelled_link_open
#define postgres_link_prepare      modelled_link_prepare
#define postgres_link_run          modelled_link_run
#define postgres_schema_check      modelled_schema_check
#define postgres_schema_migrate    modelled_schema_migrate
#define postgres_store_drain       modelled_store_drain
#define postgres_store_is_address  modelled_store_is_address
#define postgres_store_open        modelled_store_open
#define postgres_store_open_beside modelled_store_open_beside

#endif
