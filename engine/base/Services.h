// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <typeindex>
#include <unordered_map>

namespace typeshift {

//! Objects that a run may ask for by their type: those of the window or customer that its host came from, and behind
//! them those of the scope around. Shared; objects are added before runs use it, from the engine's thread. // D25
class Services
{
public:
    //! `around` answers for what is not here; null for none.
    explicit Services(std::shared_ptr<const Services> around = {})
        : m_around(std::move(around))
    {
    }

    //! Under T, which may be an interface of the object. Takes the place of an earlier one of this scope.
    template<typename T>
    Services &add(std::shared_ptr<T> service)
    {
        m_services[std::type_index(typeid(T))] = std::move(service);
        return *this;
    }

    //! Null when no scope has one.
    template<typename T>
    std::shared_ptr<T> get() const
    {
        const auto found = m_services.find(std::type_index(typeid(T)));
        if (found != m_services.end())
            return std::static_pointer_cast<T>(found->second);
        return m_around ? m_around->get<T>() : nullptr;
    }

private:
    std::shared_ptr<const Services> m_around;
    std::unordered_map<std::type_index, std::shared_ptr<void>> m_services;
};

} // namespace typeshift
