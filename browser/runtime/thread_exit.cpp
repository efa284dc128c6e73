// The only thread never ends, so what belongs to a thread is never destroyed.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) {
    return 0;
}
